import { afterEach, expect, it, jest } from '@jest/globals';
import { printNextStep } from '../src/commands/next-step.ts';
import type { StartOptions } from '../src/commands/options.ts';

const address = 'http://localhost:8080';
const options: StartOptions = {
  PORT: 8080,
  HOST: '127.0.0.1',
  DATA_DIR: '/data',
  DATABASE_URL: undefined,
  MONGODB_URL: undefined,
  KAFKA_BROKERS: undefined,
  TLS_CERT_FILE: undefined,
  TLS_KEY_FILE: undefined,
  SMTP_URL: undefined,
  demo: false,
  kafka: undefined,
  lan: undefined,
  given: { passed: {}, ignored: [] },
};

afterEach(() => {
  jest.restoreAllMocks();
});

it.each([
  [
    'the first start',
    undefined,
    'Next: open it, register as a teacher, create a course and choose Generate QR.',
  ],
  ['a later start', address, 'Next: open it, sign in or register.'],
])('prints the next step after %s', async (_start, last, sentence) => {
  const log = jest.spyOn(console, 'log').mockReturnValue(undefined);
  await printNextStep(options, { address, lan: undefined, previous: { last, lan: undefined } });
  expect(log.mock.calls.flat()).toContain(sentence);
});
