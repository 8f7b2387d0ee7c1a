import { expect, it } from '@jest/globals';
import { gatewayEnvironment, serviceEnvironment, serviceNames, createSecrets } from '@qr-attendance/stack';
import { readGivenSettings } from '../src/settings/process-settings.ts';

const plain = { kafka: false, lan: false };

it('passes each process the settings that it reads', () => {
  const { passed, ignored } = readGivenSettings(
    { RATE_LIMIT_ADDRESS: '9', NEW_COURSE_ENROLLMENT: 'open', MAX_REQUESTS: '50', SELFIE_RETENTION_DAYS: '' },
    plain,
  );
  expect(passed).toEqual({
    gateway: { RATE_LIMIT_ADDRESS: '9', MAX_REQUESTS: '50' },
    auth: { MAX_REQUESTS: '50' },
    course: { NEW_COURSE_ENROLLMENT: 'open', MAX_REQUESTS: '50' },
    session: { MAX_REQUESTS: '50' },
    attendance: { MAX_REQUESTS: '50' },
  });
  expect(ignored).toEqual([]);
});

it('reports settings that have no effect', () => {
  const env = {
    PUBLIC_ORIGINS: 'https://attendance.campus.example',
    METRICS_PORT: '9100',
    KAFKA_SSL: 'true',
    TLS_CERT_FILE: 'cert.pem',
  };
  expect(readGivenSettings(env, plain).ignored).toEqual([
    'Ignored: METRICS_PORT, PUBLIC_ORIGINS (npm start chooses it itself).',
    'Ignored: KAFKA_SSL (it takes effect with --kafka only).',
    'Ignored: TLS_CERT_FILE (it takes effect with --lan only).',
  ]);
  expect(readGivenSettings(env, { kafka: true, lan: true }).ignored).toHaveLength(1);
});

it('ignores settings that npm start chooses itself, except who may register as a teacher', () => {
  const urls = { auth: 'http://a', course: 'http://c', session: 'http://s', attendance: 'http://t' };
  const databases = { auth: 'a', course: 'c', session: 's', attendance: 't', events: 'e' };
  const shared = {
    dataDir: '.',
    databases,
    urls,
    secrets: createSecrets(),
    publicOrigins: ['http://localhost'],
  };
  const chosen = [
    ...serviceNames.flatMap((name) => Object.keys(serviceEnvironment(name, shared))),
    ...Object.keys(gatewayEnvironment({ ...shared, host: '127.0.0.1', port: 1 })),
  ];
  const { passed } = readGivenSettings(Object.fromEntries(chosen.map((name) => [name, 'x'])), plain);
  expect(passed).toEqual({
    gateway: {},
    auth: { TEACHER_REGISTRATION: 'x' },
    course: {},
    session: {},
    attendance: {},
  });
});
