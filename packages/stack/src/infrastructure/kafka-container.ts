import { StartError } from '../start-error.ts';
import type { Server } from './server.ts';

const IMAGE = 'apache/kafka:4.3.1';

/**
 * Kafka in a container without persistence, for tests and trials on machines with Docker but without Java.
 */
export const startKafkaContainer = async (): Promise<Server> => {
  try {
    const { KafkaContainer } = await import('@testcontainers/kafka');
    const container = await new KafkaContainer(IMAGE).start();
    const url = `${container.getHost()}:${container.getMappedPort(9093)}`;
    return { url, stop: async () => void (await container.stop()), pid: () => undefined };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`Docker does not start ${IMAGE} (${why}); install Java 17 and Maven instead.`);
  }
};
