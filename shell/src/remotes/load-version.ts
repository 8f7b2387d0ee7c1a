import type { RemoteVersion } from '@qr-attendance/contracts';
import {
  OLDEST_SERVED_CONTRACT_VERSION,
  REMOTE_CONTRACT_VERSION,
  servesContractVersion,
  type RemoteModule,
} from '@qr-attendance/web-kit';
import { memoizeAsync } from './memoize-async.ts';
import { IncompatibleRemote, evictManifest, manifestUrl, readManifest, usesAntd } from './read-manifest.ts';
import { withTimeout } from './with-timeout.ts';

/** The module is loaded with the first remote; pages without remotes are a tenth smaller without it. */
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

/** The list is loaded with the first remote that uses antd, because the marking page does not use antd. */
const loadAntdList = () => import(/* webpackChunkName: "antd-list" */ './shared/antd.ts');

const findNeeds = async (entry: string) => {
  const manifest = await readManifest(entry);
  return { needs: manifest?.contractVersion, antd: usesAntd(manifest) ? (await loadAntdList()).antd : {} };
};

/** Federation names by entry. Module Federation treats each version of a remote as a separate remote. */
const containers = new Map<string, string>();
const containerOf = (name: string, entry: string): string => {
  const container = containers.get(entry) ?? `${name}-${containers.size}`;
  containers.set(entry, container);
  return container;
};

/**
 * A forced registration discards a failed manifest or entry, so that a retry requests it again. A running
 * container is not registered again, because a second instance would break the shared modules.
 */
const register = (
  { federation, shareWithout }: Federation,
  { container, entry, own }: { container: string; entry: string; own: string[] },
): void => {
  const runs = federation.moduleCache.get(container)?.inited ?? false;
  const remote = { name: container, entry: manifestUrl(entry) };
  if (own.length > 0) shareWithout(container, own);
  federation.registerRemotes([own.length > 0 ? { ...remote, shareScope: container } : remote], {
    force: !runs,
  });
};

const loadContainer = async (name: string, entry: string): Promise<RemoteModule> => {
  const container = containerOf(name, entry);
  const [loaded, { needs, antd }] = await Promise.all([loadFederation(), findNeeds(entry)]);
  if (needs) assertServed(name, needs.host);
  const { missing, own } = loaded.provideAntd(needs, antd);
  if (missing.length > 0) throw new IncompatibleRemote(name, `it needs ${missing.join(', ')}`);
  register(loaded, { container, entry, own });
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

/** Rejects within a limited time, with IncompatibleRemote if the remote requires another shell. */
export const loadVersion = (name: string, version: RemoteVersion): Promise<RemoteModule> =>
  memoized(version.entry, () => withTimeout(load(name, version)));
