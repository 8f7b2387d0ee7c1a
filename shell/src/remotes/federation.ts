import { createInstance } from '@module-federation/enhanced/runtime';
import { cachedManifest } from './read-manifest.ts';
import { sharedModules } from './shared/modules.ts';

export { findUnshared } from './shared/modules.ts';

export const federation = createInstance({
  name: 'shell',
  remotes: [],
  shared: sharedModules,
  shareStrategy: 'loaded-first',
  // Manifests already fetched are not fetched again.
  plugins: [{ name: 'read-manifest', fetch: (url) => cachedManifest(url) ?? false }],
});
