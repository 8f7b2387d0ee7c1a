import type { ContractVersion, RemoteVersion } from '@qr-attendance/contracts';
import {
  OLDEST_SERVED_CONTRACT_VERSION,
  REMOTE_CONTRACT_VERSION,
  servesContractVersion,
  type RemoteModule,
} from '@qr-attendance/web-kit';
import { IncompatibleRemote } from './incompatible-remote.ts';
import { keep } from './keep.ts';
import { forgetManifest, manifestUrl, readManifest } from './read-manifest.ts';
import { withinTime } from './within-time.ts';

/** Comes with the first remote: pages that need none are a tenth lighter without it. */
const loadFederation = () => import(/* webpackChunkName: "federation" */ './federation.ts');
type Federation = Awaited<ReturnType<typeof loadFederation>>;

/** Has it on its way while it is looked up which version of a remote there is to load. */
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

/** What the build says; a remote built before it did is taken at the word of its module. */
const assertFits = (name: string, asked: ContractVersion, notShared: Federation['notShared']): void => {
  assertServed(name, asked.host);
  const missing = notShared(asked.shared);
  if (missing.length > 0)
    throw new IncompatibleRemote(name, `it takes what is not shared: ${missing.join(', ')}`);
};

/** The federation's name for each entry this page has met: versions of one remote are remotes of their own to it. */
const containers = new Map<string, string>();
const containerOf = (name: string, entry: string): string => {
  const container = containers.get(entry) ?? `${name}-${containers.size}`;
  containers.set(entry, container);
  return container;
};

/**
 * Registering by force forgets a failed manifest or entry, so that a retry really asks again. Not once the container
 * runs, when only one of its chunks is missing: a second container would spoil the shared modules.
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
  if (manifest) assertFits(name, manifest.contractVersion, loaded.notShared);
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
    forgetManifest(entry);
    throw error;
  }
};

const kept = keep<RemoteModule>();

/** Loads one version of a remote, or rejects within a bounded time: with IncompatibleRemote where it asks for another shell. */
export const loadVersion = (name: string, version: RemoteVersion): Promise<RemoteModule> =>
  kept(version.entry, () => withinTime(load(name, version)));
