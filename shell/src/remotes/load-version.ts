import type { RemoteVersion } from '@qr-attendance/contracts';
import {
  OLDEST_SERVED_CONTRACT_VERSION,
  REMOTE_CONTRACT_VERSION,
  servesContractVersion,
  type RemoteModule,
} from '@qr-attendance/web-kit';
import { keep } from './keep.ts';
import { loadContainer } from './load-container.ts';
import './provide-antd.ts';
import { withinTime } from './within-time.ts';

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

const load = async (name: string, { entry, contractVersion }: RemoteVersion): Promise<RemoteModule> => {
  assertServed(name, contractVersion);
  const container = await loadContainer(new URL(entry, location.origin));
  const { remote } = (await container.get('./remote'))() as { remote: RemoteModule };
  assertServed(name, remote.contractVersion);
  return remote;
};

const kept = keep<RemoteModule>();

/** Loads one version of a remote, or rejects within a bounded time: with IncompatibleRemote where it asks for another shell. */
export const loadVersion = (name: string, version: RemoteVersion): Promise<RemoteModule> =>
  kept(version.entry, () => withinTime(load(name, version)));
