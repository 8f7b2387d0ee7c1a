import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  addressOf,
  IDENTITY_PROVIDER_FILE,
  superviseNode,
  waitUntilReady,
  type LanSettings,
  type System,
} from '@qr-attendance/stack';
import { createPeople, SHOWN_STUDENTS } from '../people.ts';
import { runSeed, type SeedSettings } from '../run-seed.ts';
import {
  CLIENT_ID,
  keepSettings,
  PROVIDER_NAME,
  type ProviderPerson,
  type ProviderSettings,
  writeSettings,
} from './settings.ts';

const PROVIDER_ID = 'example-university';

const choosePeople = (): ProviderPerson[] => {
  const { teachers, students } = createPeople();
  return [
    ...teachers.slice(0, 1).map(({ employeeId, name, email }) => ({
      subject: employeeId,
      name,
      email,
      role: 'teacher' as const,
    })),
    ...students.slice(0, SHOWN_STUDENTS).map(({ form: { name, email, usn = email } }) => ({
      subject: usn,
      name,
      email,
      role: 'student' as const,
    })),
  ];
};

export interface ProviderPlace {
  /** The origin at which people sign in. */
  origin: string;
  /** The address of this machine at which the system listens, by default only for this machine. */
  host?: string;
  lan?: LanSettings | undefined;
}
type RunningPlace = ProviderPlace & { host: string };

/** Another host than that of the product, because browsers send cookies of a host to all its ports. */
const issuerOf = ({ origin, host, lan }: RunningPlace, port: number): string => {
  if (!lan) return addressOf('http', host, port, '127.0.0.1');
  const url = new URL(origin);
  url.port = String(port);
  return url.origin;
};

const connect = async (
  system: SeedSettings,
  { issuer, clientSecret, people }: ProviderSettings,
): Promise<void> => {
  const provider = {
    _id: PROVIDER_ID,
    name: PROVIDER_NAME,
    issuer,
    clientId: CLIENT_ID,
    clientSecret,
    scopes: 'openid profile email',
    claims: { institutionId: null, name: 'name', email: 'email', role: null },
    roleValues: { staff: [], student: [] },
    unknownPeople: 'refuse',
  };
  await runSeed(system, 'auth', { provider, identities: people });
};

/** Starts an identity provider and connects it to the demo campus. */
export const openIdentityProvider = async (
  system: System,
  { host = '127.0.0.1', ...at }: ProviderPlace,
): Promise<() => Promise<void>> => {
  const place = { ...at, host };
  const { origin, lan } = place;
  const { dataDir, ask } = system;
  const file = join(dataDir, IDENTITY_PROVIDER_FILE);
  const kept = await keepSettings(file, host);
  const settings = {
    ...kept,
    issuer: issuerOf(place, kept.port),
    host,
    tls: lan?.certificate,
    redirectUri: `${origin}/api/auth/oidc/${PROVIDER_ID}/callback`,
    postLogoutRedirectUri: `${origin}/login`,
    people: choosePeople(),
  };
  await writeSettings(file, settings);
  const entry = 'packages/demo/src/identity-provider/main.ts';
  const provider = await superviseNode('identity-provider', entry, {}, dataDir, { args: [file] });
  try {
    const url = addressOf(lan ? 'https' : 'http', host, kept.port, '127.0.0.1');
    await waitUntilReady(provider, url, { dataDir, ask });
    await connect(system, settings);
    return provider.stop;
  } catch (error) {
    await provider.stop();
    throw error;
  }
};

/** Nobody can sign in through the provider while it does not run. */
export const retireIdentityProvider = async (system: SeedSettings): Promise<void> => {
  if (existsSync(join(system.dataDir, IDENTITY_PROVIDER_FILE)))
    await runSeed(system, 'auth', { retired: PROVIDER_ID, clientId: CLIENT_ID });
};
