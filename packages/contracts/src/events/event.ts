import { z } from 'zod/mini';

/**
 * `id` is fixed when the event is written to the outbox. `key` is the aggregate's id. `version` increases
 * with every change of the aggregate and when its owner is restored (`restoredVersion`). `payload` is the
 * complete state of the aggregate.
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

/** Keeps fields that a newer release added. */
export const eventSchema: z.ZodMiniType<Event, Event> = z.looseObject({
  id: z.uuid(),
  topic: z.string(),
  key: z.string(),
  version: z.int().check(z.gte(1)),
  occurredAt: z.iso.datetime(),
  payload: z.unknown(),
  /** True for an event from a replay. Consumers handle other events first. */
  bulk: z.optional(z.boolean()),
  /**
   * The span that created or published the event, as a `traceparent` (W3C Trace Context); only with tracing.
   */
  trace: z.optional(z.string()),
});

/**
 * Determines how long a bus retains the events of a topic. `state`: the whole aggregate; only the newest
 * event matters (Kafka: compacted, kept forever). `fact`: something that happened (Kafka: deleted after the
 * retention time).
 */
export type TopicKind = 'state' | 'fact';

/** The name has the form `owner.past-tense-name`. */
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

const FIRST_EPOCH_MS = Date.UTC(2026, 0);

/**
 * The version that every aggregate of an owner gets when the owner's data is restored: whole seconds since
 * the start of 2026. It exceeds the version of every copy, because an aggregate changes less than once a
 * second, even if it was restored before. Versions continue from there.
 */
export const restoredVersion = (now: Date): number => Math.floor((now.getTime() - FIRST_EPOCH_MS) / 1_000);
