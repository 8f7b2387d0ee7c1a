import type { ContractVersion } from '@qr-attendance/contracts';
import { createInstance } from '@module-federation/enhanced/runtime';
import { cachedManifest } from './read-manifest.ts';
import { checkSharing, sharedModules, type SharingResult } from './shared/modules.ts';
import type { SharedModule } from './shared/share-module.ts';

export const federation = createInstance({
  name: 'shell',
  remotes: [],
  shared: sharedModules,
  shareStrategy: 'loaded-first',
  plugins: [{ name: 'read-manifest', fetch: (url) => cachedManifest(url) ?? false }],
});

/** Creates a scope without some of the shared modules; a remote uses its own copies of these. */
export const shareWithout = (scope: string, modules: readonly string[]): void => {
  const shared = Object.entries(federation.shareScopeMap['default'] ?? {});
  federation.shareScopeMap[scope] = Object.fromEntries(shared.filter(([name]) => !modules.includes(name)));
};

/** Provides antd if the remote uses it. @returns the modules that the remote lacks */
export const provideAntd = (
  needs: ContractVersion | undefined,
  antd: Record<string, SharedModule>,
): SharingResult => {
  federation.registerShared(antd);
  return needs ? checkSharing(needs.shared, { ...sharedModules, ...antd }) : { missing: [], own: [] };
};
