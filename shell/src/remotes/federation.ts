import { createInstance } from '@module-federation/enhanced/runtime';
import { sharedModules } from './shared/modules.ts';

/** Module Federation's runtime: loads remotes and lends them what is shared. */
export const federation = createInstance({
  name: 'shell',
  remotes: [],
  shared: sharedModules,
  shareStrategy: 'loaded-first',
});
