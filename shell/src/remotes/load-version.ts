import type { RemoteVersion } from '@qr-attendance/contracts';
import {
  OLDEST_SERVED_CONTRACT_VERSION,
  REMOTE_CONTRACT_VERSION,
  servesContractVersion,
  type RemoteModule,
} from '@qr-attendance/web-kit';
import { keep } from './keep.ts';
import { withinTime } from './within-time.ts';

/** Comes with the first remote: pages that need none are a tenth lighter without it. */
const loadFederation = () => import('./federation.ts');
type Federation = Awaited<ReturnType<typeof loadFederation>>['federation'];

/** Has it on its way while it is looked up which version of a remote there is to load. */
export const preloadFederation = (): void => {
  loadFederation().catch(() => undefined);
};

/** A remote that asks for another shell than this one. */
export class IncompatibleRemote extends Error {
  constructor(name: string, contractVersion: number | undefined) {
    super(
      `${name} was built for version ${contractVersion} of the remote contract; ` +
        `this shell serves ${OLDEST_SERVED_CONTRACT_VERSION} to ${REMOTE_CONTRACT_VERSION}`,
    );
  }
}

const assertServed = (name: string, contractVersion: number | undefined): void => {
  if (contractVersion === undefined || !servesContractVersion(contractVersion))
    throw new IncompatibleRemote(name, contractVersion);
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
const register = (federation: Federation, container: string, entry: string): void => {
  const runs = federation.moduleCache.get(container)?.inited ?? false;
  federation.registerRemotes([{ name: container, entry: new URL(entry, location.origin).href }], {
    force: !runs,
  });
};

const load = async (name: string, { entry, contractVersion }: RemoteVersion): Promise<RemoteModule> => {
  assertServed(name, contractVersion);
  const container = containerOf(name, entry);
  const { federation } = await loadFederation();
  register(federation, container, entry);
  const module = await federation.loadRemote<{ remote: RemoteModule }>(`${container}/remote`);
  assertServed(name, module?.remote.contractVersion);
  if (!module) throw new Error(`${name} exposes nothing`);
  return module.remote;
};

const kept = keep<RemoteModule>();

/** Loads one version of a remote, or rejects within a bounded time: with IncompatibleRemote where it asks for another shell. */
export const loadVersion = (name: string, version: RemoteVersion): Promise<RemoteModule> =>
  kept(version.entry, () => withinTime(load(name, version)));
