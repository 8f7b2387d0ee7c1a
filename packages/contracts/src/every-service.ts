import { z } from 'zod/mini';
import { objectIdSchema, recordIdSchema } from './common.ts';
import { openEnum } from './open-enum.ts';
import { routesOf, type ServiceName } from './route.ts';

export const republishedSchema = z.object({
  republished: z.int(),
  /** The cursor of the next batch; missing in the last batch. */
  next: z.optional(z.string()),
});
export type RepublishResult = z.infer<typeof republishedSchema>;

/**
 * Publishes the current state of a batch of aggregates again through the outbox. Can be repeated, because
 * consumers keep the newest version.
 */
export const defineRepublishRoute = (service: ServiceName) =>
  routesOf(service).post('/internal/republish', {
    summary: "Republish a batch of a topic's aggregates",
    access: 'internal',
    grants: 'changesOwn',
    query: z.object({
      topic: z.string(),
      after: z.optional(z.union([objectIdSchema, z.uuid(), recordIdSchema])),
    }),
    answer: republishedSchema,
  });
export type RepublishRoute = ReturnType<typeof defineRepublishRoute>;

export const personalDataSchema = z.object({
  service: openEnum(z.enum(['auth', 'course', 'session', 'attendance'])),
  exportedAt: z.iso.datetime(),
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type PersonalData = z.infer<typeof personalDataSchema>;

/** Source: GDPR, articles 15 and 20. Everything at once is worth more to a thief than what single pages show. */
export const definePersonalDataRoute = (service: ServiceName, path: string) =>
  routesOf(service).get(path, {
    summary: 'Export my personal data of this service',
    access: 'signed-in',
    grants: 'reads',
    // A thief of a signed-in device must not leave with everything that is known about its owner.
    proof: 'fresh',
    answer: personalDataSchema,
  });
