import { describe, expect, it } from '@jest/globals';
import { userChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent, subscribeTo } from '@qr-attendance/messaging';
import { connectKafkaEventBus } from '@qr-attendance/messaging/kafka';
import { createLogger } from '@qr-attendance/observability';
import { eventually, noDeadLetters } from '@qr-attendance/test-kit';
import { startKafkaContainer } from '../src/infrastructure/kafka-container.ts';
import { hasDocker } from '../src/infrastructure/kafka-program.ts';

const possible = await hasDocker();

(possible ? describe : describe.skip)(`Kafka in a container${possible ? '' : ' (needs Docker)'}`, () => {
  it('delivers events to clients outside the container', async () => {
    const server = await startKafkaContainer();
    try {
      const bus = await connectKafkaEventBus({
        brokers: [server.url],
        partitions: 3,
        log: createLogger('test', 'silent'),
      });
      const event = createEvent(userChanged, samples.teacherChanged.id, samples.teacherChanged);
      const received: string[] = [];
      await bus.subscribe(
        'container-test',
        [
          subscribeTo(userChanged, async (_person, { id }) => {
            received.push(id);
          }),
        ],
        noDeadLetters,
      );
      await bus.publish(event);
      await eventually(() => expect(received).toEqual([event.id]));
      await bus.close();
    } finally {
      await server.stop();
    }
  });
});
