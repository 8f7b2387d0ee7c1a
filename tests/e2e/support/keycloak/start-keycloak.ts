import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REFEDS_MFA } from '@qr-attendance/contracts';
import { freePort, supervise, waitUntil } from '@qr-attendance/stack';
import { installKeycloak } from './install-keycloak.ts';

/** The first start also prepares the program. */
const BOOT_MS = 420_000;
const ADMIN = 'admin';
export const CLIENT_ID = 'attendance';
const RSA = 'rsa-generated';
/** The secret of the teacher's authenticator app in realm.json, as apps show it. */
export const TEACHER_SECRET = 'MEQHGZLDOJSXIIDPMYQHI2DFEBQXA4BB';

interface Addresses {
  redirectUri: string;
  postLogoutRedirectUri: string;
  backChannelLogoutUri: string;
}
interface KeycloakItem {
  id: string;
  name: string;
  providerId: string;
}

/** A real Keycloak, which keeps its data in memory. */
export const startKeycloak = async () => {
  const home = await installKeycloak();
  const folder = await mkdtemp(join(tmpdir(), 'qr-keycloak-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [password, clientSecret] = [randomUUID(), randomUUID()];
  const server = await supervise({
    name: 'keycloak',
    file: 'bash',
    args: [
      join(home, 'bin/kc.sh'),
      'start-dev',
      '--db=dev-mem',
      '--http-host=127.0.0.1',
      `--http-port=${port}`,
    ],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN,
      KC_BOOTSTRAP_ADMIN_PASSWORD: password,
      JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
    },
    cwd: folder,
    logFile: join(folder, 'keycloak.log'),
  });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };

  /** Tokens of administrators are short-lived, so each request gets a new one. */
  const authorize = async (): Promise<string> => {
    const form = { grant_type: 'password', client_id: 'admin-cli', username: ADMIN, password };
    const path = '/realms/master/protocol/openid-connect/token';
    const response = await fetch(url + path, { method: 'POST', body: new URLSearchParams(form) });
    if (!response.ok) throw new Error(`Keycloak rejects its administrator: ${response.status}`);
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${await authorize()}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Keycloak: ${method} ${path} ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const findUser = async (username: string): Promise<string> => {
    const [user] = (await ask('GET', `/campus/users?exact=true&username=${username}`)) as KeycloakItem[];
    if (!user) throw new Error(`Keycloak has no user ${username}`);
    return user.id;
  };
  const flows = '/campus/authentication/flows';
  const BROWSER = 'browser with levels';
  /** Adds a step to a flow, or a flow of steps. */
  const addStep = async (
    flow: string,
    step: { provider: string } | { alias: string },
    requirement: string,
  ) => {
    const path = `${flows}/${encodeURIComponent(flow)}/executions`;
    const body = 'alias' in step ? { ...step, type: 'basic-flow', provider: '', description: '' } : step;
    await ask('POST', `${path}/${'alias' in step ? 'flow' : 'execution'}`, body);
    const steps = (await ask('GET', path)) as { id: string; level: number }[];
    const added = steps.findLast(({ level }) => level === 0);
    if (!added) throw new Error(`Keycloak added no step to ${flow}`);
    await ask('PUT', path, { ...added, requirement });
    return added.id;
  };
  const addLevel = async (forms: string, level: string, authenticator: string): Promise<void> => {
    await addStep(forms, { alias: `level ${level}` }, 'CONDITIONAL');
    const condition = await addStep(
      `level ${level}`,
      { provider: 'conditional-level-of-authentication' },
      'REQUIRED',
    );
    await ask('POST', `/campus/authentication/executions/${condition}/config`, {
      alias: `level ${level}`,
      config: { 'loa-condition-level': level, 'loa-max-age': '36000' },
    });
    await addStep(`level ${level}`, { provider: authenticator }, 'REQUIRED');
  };
  /** Asks for the password at level 1, and for a code only if a client asks for level 2. */
  const addLevels = async (): Promise<void> => {
    await ask('POST', flows, { alias: BROWSER, providerId: 'basic-flow', topLevel: true, builtIn: false });
    await addStep(BROWSER, { provider: 'auth-cookie' }, 'ALTERNATIVE');
    await addStep(BROWSER, { alias: 'forms' }, 'ALTERNATIVE');
    await addLevel('forms', '1', 'auth-username-password-form');
    await addLevel('forms', '2', 'auth-otp-form');
    await ask('PUT', '/campus', { browserFlow: BROWSER });
  };
  try {
    await waitUntil(authorize, { withinMs: BOOT_MS, process: server });
  } catch (error) {
    const log = await readFile(join(folder, 'keycloak.log'), 'utf8');
    await stop();
    throw new Error(`Keycloak does not start: ${log.slice(-2_000)}`, { cause: error });
  }
  return {
    url,
    issuer: `${url}/realms/campus`,
    clientSecret,
    importRealm: async (addresses: Addresses): Promise<void> => {
      const text = await readFile(join(import.meta.dirname, 'realm.json'), 'utf8');
      const realm = JSON.parse(text) as { clients: object[] };
      const client = {
        secret: clientSecret,
        redirectUris: [addresses.redirectUri],
        attributes: {
          'post.logout.redirect.uris': addresses.postLogoutRedirectUri,
          'backchannel.logout.url': addresses.backChannelLogoutUri,
          'backchannel.logout.session.required': 'true',
          'acr.loa.map': JSON.stringify({ [REFEDS_MFA]: 2 }),
        },
      };
      await ask('POST', '', { ...realm, clients: realm.clients.map((one) => ({ ...one, ...client })) });
      await addLevels();
    },
    replaceKeys: async (): Promise<void> => {
      const type = 'org.keycloak.keys.KeyProvider';
      const keys = (await ask('GET', `/campus/components?type=${type}`)) as KeycloakItem[];
      const config = { priority: ['200'], enabled: ['true'], active: ['true'], algorithm: ['RS256'] };
      await ask('POST', '/campus/components', {
        name: 'replacement',
        providerId: RSA,
        providerType: type,
        config,
      });
      for (const { id, providerId } of keys)
        if (providerId === RSA) await ask('DELETE', `/campus/components/${id}`);
    },
    endSessionsOf: async (username: string): Promise<void> => {
      await ask('POST', `/campus/users/${await findUser(username)}/logout`);
    },
    deactivate: async (username: string): Promise<void> => {
      await ask('PUT', `/campus/users/${await findUser(username)}`, { enabled: false });
    },
    stop,
  };
};
export type Keycloak = Awaited<ReturnType<typeof startKeycloak>>;
