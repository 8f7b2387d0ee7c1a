import { z } from 'zod/mini';
import { daySchema, objectIdSchema } from '../common.ts';

const dayCountsSchema = z.object({
  scheduled: z.int(),
  running: z.int(),
  /** Over, and its code was shown, somebody scanned, or its teacher confirmed it. */
  held: z.int(),
  /** Over, and nobody knows yet whether it took place. */
  unconfirmed: z.int(),
  canceled: z.int(),
});
export type DayCounts = z.output<typeof dayCountsSchema>;

export const dayOverviewSchema = z.object({
  /** The campus day. */
  day: daySchema,
  ...dayCountsSchema.shape,
  /** Ordered by name; the courses without a unit are last, without an id. */
  units: z.array(
    z.object({
      _id: z.optional(objectIdSchema),
      name: z.optional(z.string()),
      ...dayCountsSchema.shape,
    }),
  ),
});
export type DayOverview = z.output<typeof dayOverviewSchema>;
