import { createInstance } from '@module-federation/enhanced/runtime';
import { keptManifest } from './read-manifest.ts';
import { sharedModules } from './shared/modules.ts';

export { notShared } from './shared/modules.ts';

/** Module Federation's runtime: loads remotes and lends them what is shared. */
export const federation = createInstance({
  name: 'shell',
  remotes: [],
  shared: sharedModules,
  shareStrategy: 'loaded-first',
  // What was read of a manifest is not asked for again.
  plugins: [{ name: 'read-manifest', fetch: (url) => keptManifest(url) ?? false }],
});
