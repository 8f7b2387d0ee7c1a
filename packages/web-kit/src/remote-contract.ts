import type { Profile, User } from '@qr-attendance/contracts';
import type { ComponentType } from 'react';
import type { ApiClient } from './api-client.ts';
import { REMOTE_CONTRACT_VERSION } from './contract-version.ts';

/** The signed-in user; remotes are rendered for signed-in users only. */
export interface Identity {
  user: User;
  profile: Profile;
  /** Reads user and profile again, after a change of either. */
  reload: () => Promise<void>;
}

/** The services that the shell provides to a remote. */
export interface Host {
  api: ApiClient;
  identity: Identity;
}

export interface RemoteProps {
  /** The path at which the shell mounted the remote, e.g. `/teacher`. */
  basePath: string;
  host: Host;
}

/** The `remote` export of a remote's `./remote` module. */
export interface RemoteModule {
  contractVersion: number;
  Page: ComponentType<RemoteProps>;
  /**
   * Has a page there before it is drawn: called with its path as the remote declares it. Older shells don't. Rejects where
   * the page can't be had.
   */
  prepare?: (path: string) => Promise<void>;
}

/** Declares a remote, stamped with the version of the contract it was built against. */
export const defineRemote = (remote: Omit<RemoteModule, 'contractVersion'>): RemoteModule => ({
  contractVersion: REMOTE_CONTRACT_VERSION,
  ...remote,
});
