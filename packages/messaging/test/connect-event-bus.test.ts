import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { busConfigSchema } from '../src/bus/bus-config.ts';
import { connectEventBus, kafkaSettingsOf } from '../src/bus/connect-event-bus.ts';
import { createLogger } from '@qr-attendance/observability';
import { readConfig } from '@qr-attendance/server';

const log = createLogger('test', 'silent');
const connect = (env: Record<string, string>) => connectEventBus(readConfig(busConfigSchema, env), log);
const kafka = (env: Record<string, string>) =>
  kafkaSettingsOf(readConfig(busConfigSchema, { EVENT_BUS: 'kafka', KAFKA_BROKERS: 'a:9092', ...env }));

describe('EVENT_BUS', () => {
  it.each([
    [{}, 'EVENT_BUS_URL is missing, which EVENT_BUS=postgres needs'],
    [{ EVENT_BUS: 'kafka' }, 'KAFKA_BROKERS is missing, which EVENT_BUS=kafka needs'],
    [{ EVENT_BUS: 'kafka', KAFKA_BROKERS: '' }, 'KAFKA_BROKERS is missing, which EVENT_BUS=kafka needs'],
  ])('causes a one-sentence error about what is missing with %j', async (env, sentence) => {
    await expect(connect(env)).rejects.toThrow(`Configuration: ${sentence}.`);
  });

  it.each([
    { EVENT_BUS: 'rabbit' },
    { KAFKA_BROKERS: 'no-port' },
    { KAFKA_BROKERS: 'a:9092,,b:9092' },
    { KAFKA_BROKERS: 'http://a:9092' },
    { KAFKA_BROKERS: 'a:9092/path' },
    { KAFKA_BROKERS: 'a:ninety' },
    { KAFKA_TOPIC_PREFIX: 'with spaces' },
    { KAFKA_TOPIC_PARTITIONS: '0' },
    { KAFKA_REPLICATION: 'three' },
    { KAFKA_SSL: 'perhaps' },
    { KAFKA_SASL_MECHANISM: 'kerberos' },
  ])('is rejected by name if it is %j', (env) => {
    expect(() => readConfig(busConfigSchema, env)).toThrow(new RegExp(`${Object.keys(env)[0]} is wrong`));
  });
});

describe('settings of Kafka', () => {
  it('need only the brokers, with defaults for a small cluster', async () => {
    expect(await kafka({ KAFKA_BROKERS: 'one:9092, [::1]:9093' })).toMatchObject({
      brokers: ['one:9092', '[::1]:9093'],
      ssl: false,
      sasl: undefined,
      partitions: 12,
      replication: 1,
    });
  });

  it('enable encryption and authentication', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'qr-ca-'));
    const file = join(folder, 'ca.pem');
    await writeFile(file, 'a certificate');
    const sasl = { mechanism: 'scram-sha-512', username: 'auth', password: 'secret' } as const;
    const env = {
      KAFKA_SSL: 'true',
      KAFKA_SSL_CA_FILE: file,
      KAFKA_SASL_MECHANISM: sasl.mechanism,
      KAFKA_SASL_USERNAME: sasl.username,
      KAFKA_SASL_PASSWORD: sasl.password,
    };
    expect(await kafka(env)).toMatchObject({ ssl: { ca: ['a certificate'] }, sasl });
    await rm(folder, { recursive: true });
    await expect(kafka(env)).rejects.toThrow(/KAFKA_SSL_CA_FILE is wrong/);
    await expect(kafka({ KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'auth' })).rejects.toThrow(
      /KAFKA_SASL_PASSWORD is missing/,
    );
  });
});
