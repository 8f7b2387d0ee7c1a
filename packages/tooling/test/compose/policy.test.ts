import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { frontends } from '@qr-attendance/stack';
import { composeSecrets } from '../../src/compose/environment-file.ts';
import { ROOT } from '../../src/test-command/run-program.ts';
import { composeFile, composeServices, composeText, type ComposeService } from './read-compose.ts';

const processes = ['gateway', 'auth', 'course', 'session', 'attendance'];
const stores = ['postgres', 'mongodb', 'kafka'];
const OPTIONAL = new Set(['CLIENT_COOKIE_SECRET', 'RECEIPT_PRIVATE_KEY', 'RECEIPT_PUBLIC_KEYS']);
const isMigration = (name: string): boolean => name.endsWith('-migration');
const service = (name: string): ComposeService => {
  const found = composeFile.services[name];
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};
const byDefault = (text: string): string =>
  text.replace(/\$\{\w+:?-([^}]*)\}/g, (_whole, value: string) => value);

describe('docker-compose.yml', () => {
  test('contains every process, every frontend, every store and a migration for each service', () => {
    const migrations = processes.slice(1).map((name) => `${name}-migration`);
    const always = composeServices.filter(([, { profiles }]) => profiles.length === 0).map(([name]) => name);
    expect(always.toSorted()).toEqual([...processes, ...frontends, ...stores, ...migrations].toSorted());
  });

  test.each(composeServices)('%s has no unnecessary privileges', (_name, given) => {
    expect(given.read_only).toBe(true);
    expect(given.cap_drop).toEqual(['ALL']);
    expect(given.security_opt).toEqual(['no-new-privileges:true']);
    for (const key of ['privileged', 'cap_add', 'network_mode', 'pid', 'ipc', 'userns_mode', 'devices'])
      expect(given).not.toHaveProperty(key);
    expect(given.user ?? '').not.toMatch(/^(0|root)(:|$)/);
    expect(given.volumes.filter((volume) => volume.includes('docker.sock'))).toEqual([]);
    for (const volume of given.volumes.filter((text) => text.startsWith('.'))) expect(volume).toMatch(/:ro$/);
  });

  test.each(composeServices)('%s has limits for memory and processors', (_name, given) => {
    expect(given.mem_limit).toMatch(/^\d+[mg]$/);
    expect(given.cpus).toBeGreaterThan(0);
  });

  test.each(composeServices)('%s runs an image with an explicit version', (_name, given) => {
    const image = byDefault(given.image);
    if (!given.image.includes('IMAGE_PREFIX')) {
      expect(image).toMatch(/^[a-z][\w./-]*:v?\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/);
      return;
    }
    expect(image).toMatch(/^qr-attendance\/[a-z-]+:local$/);
    // Otherwise Compose would pull from a public registry, where anybody may have registered the name.
    expect(given.pull_policy).toBe('${PULL_POLICY:-never}');
  });

  test('contains no secret: each comes from the environment, without a default', () => {
    const secrets = Object.keys(composeSecrets());
    for (const name of secrets) {
      const uses = composeText.match(new RegExp(`\\$\\{${name}\\b[^}]*\\}`, 'g')) ?? [];
      expect({ name, uses: uses.length }).not.toEqual({ name, uses: 0 });
      for (const use of uses)
        expect(use).toBe(
          OPTIONAL.has(name) ? `\${${name}:-}` : `\${${name}:?is made by npm run admin -- secrets compose}`,
        );
    }
    const looksSecret = /(password|secret|token|pepper|private_key)$/i;
    for (const [name, { environment }] of composeServices)
      for (const [variable, value] of Object.entries(environment).filter(([key]) => looksSecret.test(key)))
        expect({ name, variable, value }).toEqual({
          name,
          variable,
          value: expect.stringMatching(OPTIONAL.has(variable) ? /^\$\{\w+:-\}$/ : /^\$\{\w+:\?/),
        });
    for (const url of composeText.match(/\w+:\/\/\w+:[^@\s]+@/g) ?? [])
      expect(url).toMatch(/:\$\{\w+:\?[^}]+\}@$/);
  });

  test('passes each secret only to the containers that need it', () => {
    const holders = (secret: string) =>
      composeServices
        .filter(([, { environment }]) => Object.values(environment).some((v) => String(v).includes(secret)))
        .map(([name]) => name);
    expect(holders('ACCESS_TOKEN_PRIVATE_KEY')).toEqual(['auth']);
    expect(holders('TICKET_PRIVATE_KEY')).toEqual(['session']);
    expect(holders('TICKET_SECRET')).toEqual(['session', 'attendance']);
    expect(holders('GATEWAY_TOKEN')).toEqual(['gateway']);
    expect(holders('CLIENT_COOKIE_SECRET')).toEqual(['gateway']);
    expect(holders('RECEIPT_PRIVATE_KEY')).toEqual(['attendance']);
    expect(holders('PIN_PEPPER')).toEqual(['auth', 'attendance']);
    expect(holders('{POSTGRES_PASSWORD')).toEqual(['postgres']);
    expect(holders('{MONGODB_PASSWORD')).toEqual(['mongodb']);
    expect(holders('AUTH_DATABASE_PASSWORD')).toEqual(['auth', 'auth-migration', 'postgres']);
    expect(holders('INTERNAL_TOKEN')).toEqual(processes.slice(1));
  });

  test('publishes only the gateway, and metrics on this machine', () => {
    const published = composeServices.filter(([, { ports }]) => ports.length > 0);
    expect(published.map(([name]) => name)).toEqual(['gateway', 'grafana']);
    expect(service('gateway').ports).toEqual(['${PUBLISH:-127.0.0.1:8080}:3000']);
    expect(service('grafana').profiles).toEqual(['observability']);
    expect(service('grafana').ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
  });

  test('allows only the gateway’s responses and auth’s emails out, and isolates each service’s store', () => {
    const members = (network: string) =>
      composeServices.filter(([, { networks }]) => networks.includes(network)).map(([name]) => name);
    const open = Object.entries(composeFile.networks).filter(([, network]) => network?.internal !== true);
    expect(open.map(([name]) => name)).toEqual(['outside']);
    expect(members('outside')).toEqual(['gateway', 'auth', 'grafana']);
    const ownersOf = (...names: string[]) => names.flatMap((name) => [name, `${name}-migration`]).toSorted();
    const users = (store: string) =>
      members(store)
        .filter((name) => name !== store)
        .toSorted();
    expect(users('postgres')).toEqual(ownersOf('auth', 'attendance'));
    expect(users('mongodb')).toEqual(ownersOf('course', 'session'));
    expect(users('kafka')).toEqual(ownersOf('auth', 'course', 'session', 'attendance'));
  });

  test('keeps persistent data in named volumes', () => {
    for (const store of stores)
      expect(service(store).volumes.map((volume) => volume.split(':')[0])).toContain(store);
    for (const [, { volumes }] of composeServices)
      for (const volume of volumes.filter((text) => !text.startsWith('.')))
        expect(Object.keys(composeFile.volumes)).toContain(volume.split(':')[0]);
  });

  test('waits for health in order: stores, migrations, services, gateway', () => {
    const conditions = (name: string) =>
      Object.entries(service(name).depends_on).map(([other, { condition }]) => `${other} ${condition}`);
    for (const [name, store] of Object.entries({
      auth: 'postgres',
      course: 'mongodb',
      session: 'mongodb',
      attendance: 'postgres',
    })) {
      const ready = [`${store} service_healthy`, 'kafka service_healthy'];
      expect(conditions(`${name}-migration`)).toEqual(ready);
      expect(conditions(name)).toEqual([`${name}-migration service_completed_successfully`, ...ready]);
      expect(conditions('gateway')).toContain(`${name} service_healthy`);
    }
    for (const name of frontends) expect(conditions('gateway')).toContain(`${name} service_healthy`);
  });

  test('has a health check for every store, and our images define their own', () => {
    for (const name of stores) expect(service(name).healthcheck?.test?.[0]).toBe('CMD');
    for (const name of [...processes, ...frontends]) {
      const { build, healthcheck } = service(name);
      expect(healthcheck).toBeUndefined();
      expect(readFileSync(join(ROOT, build?.dockerfile ?? ''), 'utf8')).toMatch(/^HEALTHCHECK /m);
    }
  });

  test('restarts everything that exits, except migrations', () => {
    for (const [name, { restart }] of composeServices)
      expect({ name, restart }).toEqual({ name, restart: isMigration(name) ? 'no' : 'unless-stopped' });
  });

  test('builds each of our images once', () => {
    const ours = composeServices.filter(([, { image }]) => image.includes('IMAGE_PREFIX'));
    const built = ours.filter(([, { build }]) => build).map(([, { image }]) => image);
    expect(new Set(built).size).toBe(built.length);
    for (const [, { image }] of ours) expect(built).toContain(image);
  });

  test('names only existing workspaces and files', () => {
    for (const [, { build, volumes }] of composeServices) {
      if (build) expect(existsSync(join(ROOT, build.args['WORKSPACE'] ?? '?', 'package.json'))).toBe(true);
      for (const volume of volumes.filter((text) => text.startsWith('.')))
        expect({ volume, there: existsSync(join(ROOT, volume.split(':')[0] ?? '')) }).toEqual({
          volume,
          there: true,
        });
    }
  });
});
