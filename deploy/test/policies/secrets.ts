import { change, CONTAINER } from '../support/change.ts';
import { isProcess, ofKind, podsOf, type Manifest, type Pod } from '../support/manifests.ts';
import { demand, type Policy } from '../support/policy.ts';

const AUTH = ['Deployment', 'qr-auth'] as const;
const SERVICES = ['auth', 'course', 'session', 'attendance'];
const COMMANDS = ['toolbox', 'backup', 'restore-rehearsal'];

const HOLDERS: Record<string, string[]> = {
  INTERNAL_TOKEN: [...SERVICES, 'toolbox'],
  INTERNAL_TOKENS_ACCEPTED: SERVICES,
  PIN_PEPPER: ['auth', 'attendance'],
  PIN_PEPPER_VERSION: ['auth', 'attendance'],
  PIN_PEPPERS_OTHER: ['auth', 'attendance'],
  ACCESS_TOKEN_PRIVATE_KEY: ['auth'],
  ACCESS_TOKEN_PUBLIC_KEYS: ['gateway', ...SERVICES],
  GATEWAY_TOKEN: ['gateway'],
  CLIENT_COOKIE_SECRET: ['gateway'],
  CLIENT_COOKIE_SECRETS_ACCEPTED: ['gateway'],
  TICKET_PRIVATE_KEY: ['session'],
  TICKET_PUBLIC_KEYS: ['session'],
  TICKET_SECRET: ['session'],
  TICKET_SECRETS: ['attendance'],
  RECEIPT_PRIVATE_KEY: ['attendance'],
  RECEIPT_PUBLIC_KEYS: ['attendance'],
  SMTP_URL: ['auth'],
  OTEL_EXPORTER_OTLP_HEADERS: ['gateway', ...SERVICES],
  DATABASE_URL: ['auth', 'attendance', 'migrate-auth', 'migrate-attendance'],
  MONGODB_URL: ['course', 'session', 'migrate-course', 'migrate-session'],
  EVENT_BUS_URL: [...SERVICES, ...SERVICES.map((name) => `migrate-${name}`)],
  KAFKA_SASL_USERNAME: [...SERVICES, ...SERVICES.map((name) => `migrate-${name}`)],
  KAFKA_SASL_PASSWORD: [...SERVICES, ...SERVICES.map((name) => `migrate-${name}`)],
  AUTH_DATABASE_URL: ['toolbox', 'backup'],
  ATTENDANCE_DATABASE_URL: ['toolbox', 'backup'],
  COURSE_MONGODB_URL: ['toolbox', 'backup'],
  SESSION_MONGODB_URL: ['toolbox', 'backup'],
  AWS_ACCESS_KEY_ID: COMMANDS,
  AWS_SECRET_ACCESS_KEY: COMMANDS,
  // Only this workload may have decryption keys of backups.
  BACKUP_IDENTITIES: ['restore-rehearsal'],
  SCRATCH_DATABASE_URL: ['restore-rehearsal'],
  SCRATCH_MONGODB_URL: ['restore-rehearsal'],
};
/** Key names that suggest a secret, to detect a new secret that is missing from the lists above. */
const SUSPICIOUS =
  /TOKENS?(_ACCEPTED)?$|PRIVATE|PEPPER|PASSWORD|SECRET|CREDENTIAL|ACCESS_KEY|IDENTIT|(DATABASE|MONGODB|BUS|SMTP)_URL$/;
const LOOKS_SECRET = /-----BEGIN|"d":|\b[a-z+]+:\/\/[^/\s:@]*:[^/\s@]+@/;

const variables = (pod: Pod) => pod.containers.flatMap(({ env }) => env);
const referenceOf = (pod: Pod, name: string): string | undefined =>
  JSON.stringify(variables(pod).find((found) => found.name === name)?.valueFrom);
const addVariable = (
  manifests: Manifest[],
  deployment: readonly [string, string],
  entry: Record<string, unknown>,
): Manifest[] => {
  const pod = podsOf(manifests).find(({ kind, name }) => kind === deployment[0] && name === deployment[1]);
  return change(manifests, deployment, [...CONTAINER, 'env'], [...(pod ? variables(pod) : []), entry]);
};
const reference = { secretKeyRef: { name: 'qr-attendance', key: 'any' } };

export const secretPolicies: Policy[] = [
  {
    name: 'secrets are there by reference only',
    check: (manifests) => [
      ...ofKind(manifests, 'Secret').map(({ metadata }) => `Secret ${metadata.name} is in the chart`),
      ...podsOf(manifests).flatMap((pod) =>
        variables(pod)
          .filter(
            ({ name, value }) =>
              value !== undefined && (name in HOLDERS || SUSPICIOUS.test(name) || LOOKS_SECRET.test(value)),
          )
          .map(({ name }) => `${pod.name} has ${name} in plain text`),
      ),
      ...demand(
        podsOf(manifests),
        ({ containers }) => containers.every(({ envFrom }) => envFrom === undefined),
        'takes whatever is in an object',
      ),
      ...ofKind(manifests, 'ConfigMap')
        .filter((map) => LOOKS_SECRET.test(JSON.stringify(map)))
        .map(({ metadata }) => `ConfigMap ${metadata.name} holds a secret`),
    ],
    violations: {
      'a Secret in the chart': (all) => [
        ...all,
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: 'mine', labels: {}, annotations: {} },
          spec: {},
        },
      ],
      'a token in plain text': (all) => addVariable(all, AUTH, { name: 'INTERNAL_TOKEN', value: 'x' }),
      'a new secret in plain text': (all) => addVariable(all, AUTH, { name: 'SMS_PASSWORD', value: 'x' }),
      'a password in an address': (all) =>
        addVariable(all, AUTH, { name: 'PROXY', value: 'http://me:word@proxy:8080' }),
      'a password in a ConfigMap': (all) =>
        change(all, ['ConfigMap', 'qr-remotes'], ['data', 'x'], 'smtp://me:word@mail'),
      'all of a Secret': (all) =>
        change(all, AUTH, [...CONTAINER, 'envFrom'], [{ secretRef: { name: 'all' } }]),
    },
  },
  {
    name: 'each secret is given to those who need it alone',
    check: (manifests) =>
      podsOf(manifests).flatMap((pod) =>
        variables(pod)
          .filter(({ name, valueFrom }) => valueFrom && !HOLDERS[name]?.includes(pod.component))
          .map(({ name }) => `${pod.name} is given ${name}`),
      ),
    violations: {
      'the pepper to the course service': (all) =>
        addVariable(all, ['Deployment', 'qr-course'], { name: 'PIN_PEPPER', valueFrom: reference }),
      'a signing key to the gateway': (all) =>
        addVariable(all, ['Deployment', 'qr-gateway'], {
          name: 'ACCESS_TOKEN_PRIVATE_KEY',
          valueFrom: reference,
        }),
      'a database to a web server': (all) =>
        addVariable(all, ['Deployment', 'qr-shell'], { name: 'DATABASE_URL', valueFrom: reference }),
      'the token to a migration': (all) =>
        addVariable(all, ['Job', 'qr-migrate-auth'], { name: 'INTERNAL_TOKEN', valueFrom: reference }),
    },
  },
  {
    name: 'every service has a database of its own, the one its migration prepares',
    check: (manifests) => {
      const pods = podsOf(manifests);
      const databaseOf = (component: string) => {
        const pod = pods.find((found) => found.component === component);
        return pod && (referenceOf(pod, 'DATABASE_URL') ?? referenceOf(pod, 'MONGODB_URL'));
      };
      const databases = SERVICES.map(databaseOf);
      return [
        ...(new Set(databases).size === SERVICES.length ? [] : ['two services share a database']),
        ...SERVICES.filter((name) => databaseOf(name) !== databaseOf(`migrate-${name}`)).map(
          (name) => `${name} is migrated elsewhere`,
        ),
      ];
    },
    violations: {
      'a shared one': (all) => {
        const course = podsOf(all).find(({ component }) => component === 'course');
        const session = podsOf(all).find(({ name }) => name === 'qr-session');
        const index = session?.containers[0]?.env.findIndex(({ name }) => name === 'MONGODB_URL') ?? -1;
        const other = course?.containers[0]?.env.find(({ name }) => name === 'MONGODB_URL');
        return change(all, ['Deployment', 'qr-session'], [...CONTAINER, 'env', index], other);
      },
    },
  },
  {
    name: 'processes, migrations and operators’ commands alone are given secrets',
    check: (manifests) =>
      demand(
        podsOf(manifests).filter(
          (pod) =>
            !isProcess(pod) && !pod.component.startsWith('migrate-') && !COMMANDS.includes(pod.component),
        ),
        (pod) => variables(pod).every(({ valueFrom }) => valueFrom === undefined),
        'is given a secret',
      ),
    violations: {
      'the test': (all) =>
        change(all, ['Pod', 'qr-test'], ['spec', 'containers', 0, 'env', 0], {
          name: 'INTERNAL_TOKEN',
          valueFrom: reference,
        }),
    },
  },
];
