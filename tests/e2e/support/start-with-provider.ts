import { randomUUID } from 'node:crypto';
import type { AppliedRecord, PersonRecord } from '@qr-attendance/contracts';
import type { System } from '@qr-attendance/stack';
import { startTestSystem, tokenSigner } from '@qr-attendance/test-kit';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startIdentityProvider,
  type IdentityProvider,
} from '../../../services/auth/test/support/identity-provider.ts';
import { campus, request, type Member } from './campus.ts';
import { createAdmin } from './create-admin.ts';

export const PROVIDER_NAME = 'Example University';
const ID = 'campus';

export interface WithProvider {
  system: System;
  provider: IdentityProvider;
  admin: Member;
  addressesOf: (id: string) => {
    redirectUri: string;
    postLogoutRedirectUri: string;
    backChannelLogoutUri: string;
  };
  /** A student from the institution's records, who has never signed in here and is signed in at the provider. */
  newStudent: () => Promise<{ id: string; token: string }>;
  stop: () => Promise<void>;
}

/** Starts a separate system, because an active provider changes the sign-in page of everybody. */
export const startWithProvider = async (): Promise<WithProvider> => {
  const [system, provider] = await Promise.all([startTestSystem(), startIdentityProvider()]);
  const { call, signIn } = campus(system.url);
  const admin = await signIn(await createAdmin(system));
  const { token } = admin;
  const addressesOf = (id: string) => ({
    redirectUri: `${system.url}/api/auth/oidc/${id}/callback`,
    postLogoutRedirectUri: `${system.url}/login`,
    backChannelLogoutUri: `${system.url}/api/auth/oidc/${id}/back-channel-logout`,
  });
  await call('POST', '/api/auth/identity-providers', token, {
    _id: ID,
    name: PROVIDER_NAME,
    issuer: provider.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    scopes: 'openid profile email',
    claims: { institutionId: 'institution_id', name: 'name', email: 'email', role: null },
    roleValues: { staff: [], student: [] },
    unknownPeople: 'create',
  });
  await provider.open(addressesOf(ID));
  await call('PATCH', `/api/auth/identity-providers/${ID}`, token, { active: true, version: 1 });
  return {
    system,
    provider,
    admin,
    addressesOf,
    newStudent: async () => {
      const key = randomUUID().slice(0, 8);
      const [name, email, institutionId] = ['Nora New', `${key}@campus.example`, `S-${key}`];
      const record: PersonRecord = { institutionId, name, email, role: 'student', usn: `U-${key}` };
      const { body } = await request(system.urls.auth, 'PUT', '/internal/people', {
        token: system.secrets.internalToken,
        body: { run: randomUUID(), people: [record] },
      });
      const [{ id = '' } = {}] = body as (AppliedRecord & { id?: string })[];
      provider.signsIn(key, { institution_id: institutionId, name, email, email_verified: true });
      return { id, token: tokenSigner(system.secrets).tokenFor({ id, name, userType: 'STUDENT' }) };
    },
    stop: async () => {
      await Promise.all([system.stop(), provider.stop()]);
    },
  };
};
