import type { Profile, User } from '@qr-attendance/contracts';
import type { ComponentType } from 'react';
import type { ApiClient } from './api-client.ts';

/**
 * What a remote built now asks of the shell. Grows when a remote built now would not work in an older shell:
 * 1. API client, identity, base path;
 * 2. `api.call` signs where asked to (`signed: true`).
 */
export const REMOTE_CONTRACT_VERSION = 2;

/** The oldest remotes that a shell built now still serves. Grows when what they ask for is taken away. */
export const OLDEST_SERVED_CONTRACT_VERSION = 1;

/** Whether a shell built now can serve a remote that was built against this version of the contract. */
export const servesContractVersion = (version: number): boolean =>
  version >= OLDEST_SERVED_CONTRACT_VERSION && version <= REMOTE_CONTRACT_VERSION;

/** Who is signed in; remotes are rendered for signed-in users only. */
export interface Identity {
  user: User;
  profile: Profile;
  /** Reads user and profile anew, after a change of either. */
  reload: () => Promise<void>;
}

/** What the shell lends a remote. */
export interface Host {
  api: ApiClient;
  identity: Identity;
}

export interface RemoteProps {
  /** Where the shell mounted the remote, e.g. `/teacher`. */
  basePath: string;
  host: Host;
}

/** What a remote's `./remote` module exports as `remote`. */
export interface RemoteModule {
  contractVersion: number;
  Page: ComponentType<RemoteProps>;
}

/** Declares a remote, stamped with the version of the contract it was built against. */
export const defineRemote = ({ Page }: { Page: ComponentType<RemoteProps> }): RemoteModule => ({
  contractVersion: REMOTE_CONTRACT_VERSION,
  Page,
});
