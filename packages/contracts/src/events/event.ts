import { z } from 'zod';

/**
 * What every event on the bus looks like. `id` is fixed when the event is written to the outbox, `key` is the
 * aggregate's id, `version` grows with every change of that aggregate, `payload` is the aggregate's whole state.
 */
export const eventSchema = z.object({
  id: z.uuid(),
  topic: z.string(),
  key: z.string(),
  version: z.number().int().min(1),
  occurredAt: z.iso.datetime(),
  payload: z.unknown(),
});
export type Event<Payload = unknown> = Omit<z.infer<typeof eventSchema>, 'payload'> & { payload: Payload };

/** A topic of the bus: `owner.past-tense-name`, with the schema of its payload. */
export interface Topic<Payload extends z.ZodType = z.ZodType> {
  name: string;
  payload: Payload;
}
export const defineTopic = <Payload extends z.ZodType>(name: string, payload: Payload): Topic<Payload> => ({
  name,
  payload,
});
