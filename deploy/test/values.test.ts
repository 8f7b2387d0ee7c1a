import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { gatewayConfigSchema } from '../../gateway/src/config.ts';
import { configSchema as attendance } from '../../services/attendance/src/config.ts';
import { configSchema as auth } from '../../services/auth/src/config.ts';
import { configSchema as course } from '../../services/course/src/config.ts';
import { configSchema as session } from '../../services/session/src/config.ts';
import {
  CHART,
  exampleFile,
  describeWithHelm,
  findHelm,
  parseManifests,
  renderText,
  runHelm,
} from './support/helm.ts';
import { podsOf } from './support/manifests.ts';
import { CALLS } from './support/network-plan.ts';

const helm = await findHelm();

const configs = { gateway: gatewayConfigSchema, auth, course, session, attendance };
type Name = keyof typeof configs;
const NAMES = Object.keys(configs) as Name[];

const objectSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()) });
const variablesOf = (name: Name): string[] =>
  Object.keys(
    objectSchema.parse(z.toJSONSchema(configs[name], { io: 'input', unrepresentable: 'any' })).properties,
  );

const schema: unknown = JSON.parse(await readFile(join(CHART, 'values.schema.json'), 'utf8'));
const propertiesAt = (...path: string[]): Record<string, unknown> =>
  path.reduce((at, step) => objectSchema.parse(at.properties[step]), objectSchema.parse(schema)).properties;
const settable = (name: Name): string[] =>
  Object.keys(
    name === 'gateway' ? propertiesAt('gateway', 'settings') : propertiesAt('services', name, 'settings'),
  );

/** Settings without an effect on Kubernetes, where web servers replace these folders. */
const NOT_HERE = ['STATIC_SHELL_DIR', 'STATIC_REMOTES_DIR'];

const BY_OTHERS = new Set(['NODE_EXTRA_CA_CERTS', 'OTEL_EXPORTER_OTLP_HEADERS']);

it.each(Object.entries(CALLS))('the network plan contains the calls of %s', (name, called) => {
  const urls = variablesOf(name as Name).filter((variable) =>
    /^(AUTH|COURSE|SESSION|ATTENDANCE)_URL$/.test(variable),
  );
  expect(urls.sort()).toEqual(called.map((other) => `${other.toUpperCase()}_URL`).sort());
});

it.each(NAMES)('values.schema.json offers %s only settings that it reads', (name) => {
  expect(settable(name).filter((setting) => !variablesOf(name).includes(setting))).toEqual([]);
});

describeWithHelm(helm, 'the settings', () => {
  const given = async (example: string, name: Name): Promise<string[]> => {
    const pods = podsOf(parseManifests(await renderText(helm ?? '', example)));
    const pod = pods.find(({ kind, component }) => kind === 'Deployment' && component === name);
    return pod?.containers[0]?.env.map((variable) => variable.name) ?? [];
  };

  it.each(NAMES)('of %s can all be set, and no others', async (name) => {
    const usedValues = new Set(
      (await Promise.all(['small', 'large', 'air-gapped'].map((example) => given(example, name)))).flat(),
    );
    const read = variablesOf(name).filter((variable) => !NOT_HERE.includes(variable));
    const offered = new Set([...settable(name), ...usedValues]);
    expect(read.filter((variable) => !offered.has(variable))).toEqual([]);
    expect(
      [...usedValues].filter((variable) => !read.includes(variable) && !BY_OTHERS.has(variable)),
    ).toEqual([]);
  });

  it('are passed to the processes unchanged', async () => {
    const set = 'gateway.settings.RATE_LIMIT_ADDRESS=12000000,services.auth.settings.COOKIE_SECURE=true';
    const pods = podsOf(parseManifests(await renderText(helm ?? '', 'small', '--set', set)));
    const env = pods.flatMap(({ containers }) => containers.flatMap((container) => container.env));
    expect(env).toContainEqual({ name: 'RATE_LIMIT_ADDRESS', value: '12000000' });
    expect(env).toContainEqual({ name: 'COOKIE_SECURE', value: 'true' });
  });

  it('require a second factor of the staff of an institution, unless they say otherwise', async () => {
    const requirements = async (example: string, ...args: string[]) => {
      const pods = podsOf(parseManifests(await renderText(helm ?? '', example, ...args)));
      const env = pods.flatMap(({ containers }) => containers.flatMap((container) => container.env));
      return env.filter(({ name }) => name === 'SECOND_FACTOR_REQUIRED').map(({ value }) => value);
    };
    const everyone = ['--set', 'services.auth.settings.SECOND_FACTOR_REQUIRED=everyone'];
    expect(await requirements('small')).toEqual([]);
    expect(await requirements('large')).toEqual(['staff']);
    expect(await requirements('large', ...everyone)).toEqual(['everyone']);
  });

  it.each(['small', 'large', 'air-gapped'])(
    'of the %s example are accepted by each process',
    async (example) => {
      const pods = podsOf(parseManifests(await renderText(helm ?? '', example)));
      const secrets: Record<string, string> = {
        DATABASE_URL: 'postgres://localhost/a',
        MONGODB_URL: 'mongodb://localhost/a',
        EVENT_BUS_URL: 'postgres://localhost/events',
        SMTP_URL: 'smtps://mail.campus.example',
        PIN_PEPPER_VERSION: '2',
      };
      for (const name of NAMES) {
        const pod = pods.find(({ kind, component }) => kind === 'Deployment' && component === name);
        const env = Object.fromEntries(
          (pod?.containers[0]?.env ?? []).map((variable) => [
            variable.name,
            variable.value ?? secrets[variable.name] ?? 'x'.repeat(40),
          ]),
        );
        const read = configs[name].safeParse(env);
        expect({ name, error: read.error?.issues }).toEqual({ name, error: undefined });
      }
    },
  );
});

describeWithHelm(helm, 'the templates', () => {
  it.each([
    ['a remote', 'remotes.student.entry', 'remotes.student'],
    ['a version for some users', 'remotes.teacher.rollout[0].entry', 'remotes.teacher'],
  ])('reject %s without a web server', async (_what, path, named) => {
    const set = `${path}=/remotes/student-9-9-9/mf-manifest.json`;
    const args = ['qr', CHART, '-f', exampleFile('large'), '--set', set];
    const { ok, output } = await runHelm(helm ?? '', 'template', ...args);
    expect({ ok, output }).toMatchObject({ ok: false });
    expect(output).toContain(
      `${named} names /remotes/student-9-9-9/mf-manifest.json, which nothing serves: add remoteVersions.student-9-9-9`,
    );
  });
});

describeWithHelm(helm, 'values.schema.json', () => {
  const render = (...args: string[]) => runHelm(helm ?? '', 'template', 'qr', CHART, ...args);
  const small = ['-f', exampleFile('small')];

  it('reject an installation without values', async () => {
    const { ok, output } = await render();
    expect(ok).toBe(false);
    for (const required of ['campusTimeZone', 'publicOrigins', 'secrets', 'database', 'ingressPeers'])
      expect(output).toContain(required);
  });

  it.each([
    ['a misspelt value', 'gatway.replicas=2', 'gatway'],
    ['a variable that no process reads', 'services.auth.settings.NO_SUCH=1', 'NO_SUCH'],
    ['a variable of another service', 'services.course.settings.SELFIE_RETENTION_DAYS=1', 'SELFIE'],
    ['a number out of range', 'services.attendance.settings.SELFIE_RETENTION_DAYS=0', 'SELFIE'],
    ['an unknown choice', 'services.auth.settings.TEACHER_REGISTRATION=all', 'TEACHER'],
    ['an institution text that is never shown', 'institution.words.en.course=Module', 'course'],
    ['a department without a name', 'institution.departments[0].names.de=Recht', 'departments'],
    ['a secret in plain text', 'secrets.pinPepper=pepper', 'pinPepper'],
    ['a database without peers', 'services.auth.database.peers=null', 'peers'],
    ['a database network of 0.0.0.0/0', 'services.auth.database.peers[0].cidr=0.0.0.0/0', 'cidr'],
    ['a network policy without ingress peers', 'networkPolicy.ingressPeers=null', 'ingressPeers'],
    ['plain http', 'publicOrigins[0]=http://attendance.campus.example', 'publicOrigins'],
    ['an origin with a path', 'publicOrigins[0]=https://campus.example/attendance', 'publicOrigins'],
    ['a setting that trusts every proxy', 'gateway.settings.TRUST_PROXY=true', 'TRUST_PROXY'],
    ['the image tag latest', 'gateway.image.tag=latest', 'tag'],
    ['no replicas', 'gateway.replicas=0', 'replicas'],
    ['containers without limits', 'gateway.resources.limits.memory=null', 'memory'],
    ['a shutdown pause longer than the grace period', 'shutdown.pauseMs=6000', 'pauseMs'],
    ['an Ingress without TLS', 'ingress.tls=null', 'tls'],
    ['no email transport', 'mail.smtp=null', 'mail'],
    ['two email transports', 'mail.claim=mails', 'mail'],
    ['Kafka without brokers', 'bus.kind=kafka', 'brokers'],
    ['a shell that is missing a remote', 'remotes.student=null', 'student'],
    ['a version of an unknown remote', 'remoteVersions.shell-2.remote=shell', 'remoteVersions'],
  ])('reject %s', async (_what, set, named) => {
    const { ok, output } = await render(...small, '--set', set);
    expect({ ok, output }).toMatchObject({ ok: false });
    expect(output).toContain("values don't meet the specifications of the schema");
    expect(output).toContain(named);
  });
});
