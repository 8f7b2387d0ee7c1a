import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { provideKafka } from '../infrastructure/kafka.ts';
import type { Server } from '../infrastructure/server.ts';
import { StartError } from '../start-error.ts';

/** Brokers to use instead of starting one. */
export const TEST_KAFKA_BROKERS = 'TEST_KAFKA_BROKERS';
/** Where suites, which run in processes of their own, ask the test run for its broker. */
const TEST_KAFKA_DOOR = 'TEST_KAFKA_DOOR';

const answerSchema = z.object({ brokers: z.string().optional(), missing: z.string().optional() });
/** The brokers, `host:port` separated by commas; or one sentence that says why there are none. */
export type TestKafka = { brokers: string; missing?: undefined } | { brokers?: undefined; missing: string };

const listen = (server: HttpServer): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** Starts a broker at the first wish, one for the whole test run. */
export const offerTestKafka = async (dataDir: string): Promise<{ stop: () => Promise<void> }> => {
  let started: Promise<Server> | undefined;
  const tell = async (): Promise<TestKafka> => {
    try {
      started ??= provideKafka({ given: process.env[TEST_KAFKA_BROKERS], dataDir });
      return { brokers: (await started).url };
    } catch (error) {
      if (error instanceof StartError) return { missing: error.message };
      throw error;
    }
  };
  const door = createServer((_request, response) => {
    void tell().then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  process.env[TEST_KAFKA_DOOR] = `http://127.0.0.1:${await listen(door)}`;
  return {
    stop: async () => {
      door.closeAllConnections();
      door.close();
      await (await started?.catch(() => undefined))?.stop();
    },
  };
};

/** The broker of this test run; suites without one skip themselves and say what is missing. */
export const startTestKafka = async (): Promise<TestKafka> => {
  const door = process.env[TEST_KAFKA_DOOR];
  if (!door) throw new Error('The test run has not started its servers.');
  const answer = answerSchema.parse(await (await fetch(door)).json());
  return answer.brokers
    ? { brokers: answer.brokers }
    : { missing: answer.missing ?? 'The test run has no Kafka.' };
};
