import { freePort } from '../free-port.ts';
import { StartError } from '../start-error.ts';
import type { Server } from './server.ts';

const IMAGE = 'apache/kafka:4.3.1';
const HOST = 'localhost';
const CLIENT_PORT = 9092;
const CONTROLLER_PORT = 9093;
const START_TIMEOUT_MS = 120_000;

/**
 * The image takes each property of server.properties as a variable, and uses its default file only without
 * any.
 */
const environment = (publishedPort: number): Record<string, string> => ({
  KAFKA_NODE_ID: '1',
  KAFKA_PROCESS_ROLES: 'broker,controller',
  KAFKA_CONTROLLER_QUORUM_VOTERS: `1@localhost:${CONTROLLER_PORT}`,
  KAFKA_LISTENERS: `PLAINTEXT://:${CLIENT_PORT},CONTROLLER://:${CONTROLLER_PORT}`,
  KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${HOST}:${publishedPort}`,
  KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  KAFKA_INTER_BROKER_LISTENER_NAME: 'PLAINTEXT',
  KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
  KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
  KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
});

/**
 * Kafka in a container without persistence, for tests and trials on machines with Docker but without Java.
 * @throws StartError if Docker cannot run the image
 */
export const startKafkaContainer = async (): Promise<Server> => {
  try {
    const { GenericContainer, Wait } = await import('testcontainers');
    // The broker announces its address to clients, so the published port must be known before the start.
    const port = await freePort();
    const container = await new GenericContainer(IMAGE)
      .withEnvironment(environment(port))
      .withExposedPorts({ container: CLIENT_PORT, host: port })
      .withWaitStrategy(Wait.forLogMessage('Kafka Server started'))
      .withStartupTimeout(START_TIMEOUT_MS)
      .start();
    return {
      url: `${HOST}:${port}`,
      stop: async () => void (await container.stop()),
      pid: () => undefined,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`Docker does not start ${IMAGE} (${why}); install Java 17 and Maven instead.`);
  }
};
