import type { Profile, User } from '@qr-attendance/contracts';
import type { ComponentType } from 'react';
import type { ApiClient } from './api-client.ts';
import { REMOTE_CONTRACT_VERSION } from './contract-version.ts';
import type { PageDeclaration } from './page-declaration.ts';

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
  basePath: string;
  host: Host;
}

export interface RemoteModule {
  contractVersion: number;
  Page: ComponentType<RemoteProps>;
  /** Loads the page with this declared path before it is rendered. Rejects if that fails. */
  prepare?: (path: string) => Promise<void>;
}

export type AreaPage = PageDeclaration<ComponentType>;

export const defineRemote = (remote: Omit<RemoteModule, 'contractVersion'>): RemoteModule => ({
  contractVersion: REMOTE_CONTRACT_VERSION,
  ...remote,
});
