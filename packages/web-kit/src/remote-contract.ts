import type { Profile, User } from '@qr-attendance/contracts';
import type { ComponentType } from 'react';
import type { ApiClient } from './api-client.ts';
import { REMOTE_CONTRACT_VERSION } from './contract-version.ts';

export interface Identity {
  user: User;
  profile: Profile;
  reload: () => Promise<void>;
}

export interface Host {
  api: ApiClient;
  identity: Identity;
}

export interface RemoteProps {
  /** The path at which the shell mounted the remote, such as `/teacher`. */
  basePath: string;
  host: Host;
}

export interface RemoteModule {
  contractVersion: number;
  Page: ComponentType<RemoteProps>;
  /**
   * Loads a page before it is rendered; called with its declared path. Older shells do not call it. Rejects
   * if the page is unavailable.
   */
  prepare?: (path: string) => Promise<void>;
}

/** Adds the version of the contract that the remote is built against. */
export const defineRemote = (remote: Omit<RemoteModule, 'contractVersion'>): RemoteModule => ({
  contractVersion: REMOTE_CONTRACT_VERSION,
  ...remote,
});
