import { runSeed } from '@qr-attendance/demo';
import { newSecret } from '@qr-attendance/server';
import {
  createKeyPair,
  freePort,
  superviseNode,
  waitUntilReady,
  type SupervisedProcess,
  type System,
} from '@qr-attendance/stack';
import type { Member } from '@qr-attendance/test-kit';
import pg from 'pg';
import type { ProviderSettings } from './identity-provider.ts';

const ID = 'campus';
const CLIENT_ID = 'attendance';

/** An identity provider to which the product redirects. */
export interface HallProvider {
  id: string;
  issuer: string;
  process: SupervisedProcess;
}

/** The subject equals the institution's id of the person. */
const connect = (system: System, issuer: string, clientSecret: string): Promise<string> =>
  runSeed(system, 'auth', {
    provider: {
      _id: ID,
      name: 'Example University',
      issuer,
      clientId: CLIENT_ID,
      clientSecret,
      scopes: 'openid profile email',
      claims: { institutionId: 'sub', name: 'name', email: 'email', role: null },
      roleValues: { staff: [], student: [] },
      unknownPeople: 'refuse',
    },
    identities: [],
  });

export const startProvider = async (system: System): Promise<HallProvider> => {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const clientSecret = newSecret();
  const settings: ProviderSettings = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret,
    redirectUri: `${system.publicOrigins[0]}/api/auth/oidc/${ID}/callback`,
    signingKey: createKeyPair().privateKey,
  };
  const { dataDir } = system;
  const entry = 'bench/src/morning/identity-provider.ts';
  const process = await superviseNode('identity-provider', entry, {}, dataDir, {
    args: [JSON.stringify(settings)],
  });
  await waitUntilReady(process, issuer, { dataDir });
  await connect(system, issuer, clientSecret);
  return { id: ID, issuer, process };
};

/** Links students to the provider, as if they had signed in through it before. */
export const linkStudents = async (
  { databases }: System,
  { id, issuer }: HallProvider,
  students: Member[],
): Promise<void> => {
  const client = new pg.Client({ connectionString: databases.auth });
  await client.connect();
  await client.query(
    `INSERT INTO external_identities (id, provider_id, issuer, subject, user_id)
     SELECT gen_random_uuid(), $1, $2, s.id, s.id::uuid FROM unnest($3::text[]) AS s (id)`,
    [id, issuer, students.map((student) => student.id)],
  );
  await client.end();
};
