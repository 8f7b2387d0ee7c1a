import { z } from 'zod/mini';
import { objectIdSchema, recordIdSchema } from './common.ts';
import { defineRoute, type ServiceName } from './route.ts';

/** How far an owner has told of its aggregates. */
export const republishedSchema = z.object({
  /** Aggregates of this batch. */
  republished: z.int(),
  /** The cursor of the next batch; missing after the last batch. */
  next: z.optional(z.string()),
});
export type Republished = z.infer<typeof republishedSchema>;

/**
 * Asks an owner to tell once more, through its outbox, what state its aggregates of a topic are in: a batch of them
 * at a time. Repeatable, as consumers keep the newest version.
 */
export const defineRepublishRoute = (service: ServiceName) =>
  defineRoute({
    service,
    method: 'post',
    path: '/internal/republish',
    summary: "Republish a batch of a topic's aggregates",
    access: 'internal',
    query: z.object({
      topic: z.string(),
      after: z.optional(z.union([objectIdSchema, z.uuid(), recordIdSchema])),
    }),
    answer: republishedSchema,
  });
export type RepublishRoute = ReturnType<typeof defineRepublishRoute>;
