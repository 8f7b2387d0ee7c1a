import { z } from 'zod/mini';

/**
 * An event on the bus. `id` is fixed when the event is written to the outbox, `key` is the aggregate's id, `version`
 * grows with every change of that aggregate and when its owner is restored (`restoredVersion`), `payload` is the
 * aggregate's whole state.
 */
export interface Event<Payload = unknown> {
  id: string;
  topic: string;
  key: string;
  version: number;
  occurredAt: string;
  payload: Payload;
  bulk?: boolean | undefined;
  trace?: string | undefined;
}

/** Keeps what a newer version added. */
export const eventSchema: z.ZodMiniType<Event, Event> = z.looseObject({
  id: z.uuid(),
  topic: z.string(),
  key: z.string(),
  version: z.int().check(z.gte(1)),
  occurredAt: z.iso.datetime(),
  payload: z.unknown(),
  /** Part of a replay. Events without it go first. */
  bulk: z.optional(z.boolean()),
  /** The span it was made or published in, as a `traceparent` (W3C Trace Context), where traces are recorded. */
  trace: z.optional(z.string()),
});

/**
 * The kind of a topic, which determines how long a bus retains its events. `state`: the whole aggregate, of which
 * only the newest event counts (Kafka: compacted, kept forever). `fact`: something that happened (Kafka: kept for a
 * time).
 */
export type TopicKind = 'state' | 'fact';

/** A topic of the bus: `owner.past-tense-name`, with the schema of its payload. */
export interface Topic<Payload extends z.ZodMiniType = z.ZodMiniType> {
  name: string;
  kind: TopicKind;
  payload: Payload;
}
export const defineTopic = <Payload extends z.ZodMiniType>(
  name: string,
  kind: TopicKind,
  payload: Payload,
): Topic<Payload> => ({ name, kind, payload });
