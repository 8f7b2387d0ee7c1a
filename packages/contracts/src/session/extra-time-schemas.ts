import { z } from 'zod/mini';
import { momentSchema, objectIdSchema, userIdSchema } from '../common.ts';

/** Additional minutes between the scan and the mark. */
export const EXTRA_TIME_MINUTES = [0, 2, 5, 10, 20, 30] as const;

/** An accommodation. The reason is deliberately not stored. */
export const extraTimeSchema = z.object({
  courseId: objectIdSchema,
  studentId: userIdSchema,
  minutes: z.int(),
  changes: z.array(z.object({ at: momentSchema, by: userIdSchema, minutes: z.int() })),
});
export type ExtraTime = z.infer<typeof extraTimeSchema>;
