import type { ContractVersion, RemoteVersion } from '@qr-attendance/contracts';
import {
  OLDEST_SERVED_CONTRACT_VERSION,
  REMOTE_CONTRACT_VERSION,
  servesContractVersion,
  type RemoteModule,
} from '@qr-attendance/web-kit';
import { IncompatibleRemote } from './incompatible-remote.ts';
import { memoizeAsync } from './memoize-async.ts';
import { evictManifest, manifestUrl, readManifest } from './read-manifest.ts';
import { withTimeout } from './with-timeout.ts';

/** Loaded with the first remote, because pages without remotes are a tenth smaller without it. */
const loadFederation = () => import(/* webpackChunkName: "federation" */ './federation.ts');
type Federation = Awaited<ReturnType<typeof loadFederation>>;

/** Starts loading while the remote's version is looked up. */
export const preloadFederation = (): void => {
  loadFederation().catch(() => undefined);
};

const assertServed = (name: string, version: number | undefined): void => {
  if (version === undefined || !servesContractVersion(version))
    throw new IncompatibleRemote(
      name,
      `it was built for version ${version} of the remote contract, ` +
        `and ${OLDEST_SERVED_CONTRACT_VERSION} to ${REMOTE_CONTRACT_VERSION} are served`,
    );
};

const assertFits = (name: string, asked: ContractVersion, findUnshared: Federation['findUnshared']): void => {
  assertServed(name, asked.host);
  const missing = findUnshared(asked.shared);
  if (missing.length > 0)
    throw new IncompatibleRemote(name, `it takes what is not shared: ${missing.join(', ')}`);
};

/** Federation names by entry. To the federation, each version of a remote is a separate remote. */
const containers = new Map<string, string>();
const containerOf = (name: string, entry: string): string => {
  const container = containers.get(entry) ?? `${name}-${containers.size}`;
  containers.set(entry, container);
  return container;
};

/**
 * A forced registration forgets a failed manifest or entry, so that a retry requests it again. A running
 * container is not registered again, because a second instance would break the shared modules.
 */
const register = ({ federation }: Federation, container: string, entry: string): void => {
  const runs = federation.moduleCache.get(container)?.inited ?? false;
  federation.registerRemotes([{ name: container, entry: manifestUrl(entry) }], {
    force: !runs,
  });
};

const loadContainer = async (name: string, entry: string): Promise<RemoteModule> => {
  const container = containerOf(name, entry);
  const [loaded, manifest] = await Promise.all([loadFederation(), readManifest(entry)]);
  if (manifest) assertFits(name, manifest.contractVersion, loaded.findUnshared);
  register(loaded, container, entry);
  const module = await loaded.federation.loadRemote<{ remote: RemoteModule }>(`${container}/remote`);
  assertServed(name, module?.remote.contractVersion);
  if (!module) throw new Error(`${name} exposes nothing`);
  return module.remote;
};

const load = async (name: string, { entry, contractVersion }: RemoteVersion): Promise<RemoteModule> => {
  assertServed(name, contractVersion);
  try {
    return await loadContainer(name, entry);
  } catch (error) {
    evictManifest(entry);
    throw error;
  }
};

const memoized = memoizeAsync<RemoteModule>();

/** Rejects within a bounded time, with IncompatibleRemote if the remote requires another shell. */
export const loadVersion = (name: string, version: RemoteVersion): Promise<RemoteModule> =>
  memoized(version.entry, () => withTimeout(load(name, version)));
