import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { readConfig } from '@qr-attendance/server';
import { canRunKafka } from '@qr-attendance/stack';
import { eventually, noDeadLetters, startSecuredKafka, startTestKafka } from '@qr-attendance/test-kit';
import { busConfigSchema } from '../src/bus/bus-config.ts';
import { connectEventBus } from '../src/bus/connect-event-bus.ts';
import { type EventBus } from '../src/bus/event-bus.ts';
import { collect, setUp } from './support/event-bus-setup.ts';

const possible = (await canRunKafka()) && process.platform !== 'win32';
const missing = 'needs Java 17 and Maven';
const log = createLogger('test', process.env['LOG_LEVEL'] ?? 'silent');
const SOON_MS = 10_000;

(possible ? describe : describe.skip)(
  `a Kafka that requires TLS and authentication${possible ? '' : ` (${missing})`}`,
  () => {
    let kafka: Awaited<ReturnType<typeof startSecuredKafka>>;
    const open: EventBus[] = [];
    beforeAll(async () => {
      kafka = await startSecuredKafka();
    });
    afterAll(async () => {
      await Promise.all(open.map((bus) => bus.close()));
      await kafka.stop();
    });
    const connect = async (changes: Record<string, string> = {}) => {
      const bus = await connectEventBus(readConfig(busConfigSchema, { ...kafka.env, ...changes }), log);
      open.push(bus);
      return bus;
    };
    const expectRefusal = async (changes: Record<string, string>, sentence: RegExp) => {
      const began = Date.now();
      const refusal = expect(connect(changes)).rejects;
      await refusal.toThrow(sentence);
      expect(Date.now() - began).toBeLessThan(SOON_MS);
    };

    it.each(['scram-sha-512', 'plain'])(
      'delivers events for a user who authenticates with %s',
      async (mechanism) => {
        const env = { KAFKA_SASL_MECHANISM: mechanism };
        const { topic, event, group } = setUp();
        const publisher = await connect(env);
        await publisher.declare(group('g'), [topic]);
        await publisher.publish(event('in private'));
        const seen: string[] = [];
        await (await connect(env)).subscribe(group('g'), [collect(topic, seen)], noDeadLetters);
        await eventually(() => expect(seen).toEqual(['in private']));
      },
    );

    it.each([
      ['a wrong password', { KAFKA_SASL_PASSWORD: 'wrong' }, /KAFKA_SASL_PASSWORD is wrong/],
      ['an unknown user', { KAFKA_SASL_USERNAME: 'nobody' }, /KAFKA_SASL_USERNAME .* is wrong/],
      [
        'a wrong password with PLAIN',
        { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_PASSWORD: 'wrong' },
        /KAFKA_SASL_PASSWORD is wrong/,
      ],
      [
        'an unsupported mechanism',
        { KAFKA_SASL_MECHANISM: 'scram-sha-256' },
        /KAFKA_SASL_MECHANISM is wrong/,
      ],
      ['missing credentials', { KAFKA_SASL_MECHANISM: '' }, /may ask for a sign-in \(KAFKA_SASL_MECHANISM\)/],
      ['a connection without TLS', { KAFKA_SSL: 'false' }, /may ask for TLS \(KAFKA_SSL\)/],
      [
        'a broker that only a private authority vouches for',
        { KAFKA_SSL_CA_FILE: '' },
        /KAFKA_SSL_CA_FILE does not vouch/,
      ],
    ])('rejects %s and names the setting quickly', async (_what, changes, sentence) => {
      await expectRefusal(changes, sentence);
    });

    it('rejects a broker whose certificate is untrusted or issued for another host', async () => {
      await expectRefusal(
        { KAFKA_SSL_CA_FILE: await kafka.writeOtherCa() },
        /KAFKA_SSL_CA_FILE does not vouch/,
      );
      await expectRefusal(
        { KAFKA_BROKERS: kafka.env.KAFKA_BROKERS.replace('127.0.0.1', 'localhost') },
        /KAFKA_BROKERS names a host that the certificate of Kafka is not for/,
      );
    });

    it('never reveals the password', async () => {
      const error = await connect({ KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_PASSWORD: 'hunter2' }).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(Error);
      expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('hunter2');
    });
  },
);

const { brokers, missing: noKafka } = await startTestKafka();
(brokers ? it : it.skip)(
  `a Kafka without TLS is reported quickly${noKafka ? ` (${noKafka})` : ''}`,
  async () => {
    const env = { EVENT_BUS: 'kafka', KAFKA_BROKERS: brokers ?? '', KAFKA_SSL: 'true' };
    await expect(connectEventBus(readConfig(busConfigSchema, env), log)).rejects.toThrow(
      /Kafka does not speak TLS/,
    );
  },
  30_000,
);
