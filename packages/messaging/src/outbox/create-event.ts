import { randomUUID } from 'node:crypto';
import type { Event, Topic } from '@qr-attendance/contracts/events';
import type { z } from 'zod/mini';
import { traceOfEvent } from '../observe/trace-bus.ts';

/**
 * Creates the event of an aggregate's new state in the active trace. Parses the payload, so that consumers
 * accept every published event.
 * @param key the aggregate's id
 */
export const createEvent = <Payload extends z.ZodMiniType>(
  topic: Topic<Payload>,
  key: string,
  payload: z.input<Payload> & { version: number },
): Event => ({
  id: randomUUID(),
  topic: topic.name,
  key,
  version: payload.version,
  occurredAt: new Date().toISOString(),
  payload: topic.payload.parse(payload),
  ...traceOfEvent(),
});
