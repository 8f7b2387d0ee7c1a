import { z } from 'zod/mini';
import { momentSchema, objectIdSchema, userIdSchema } from '../common.ts';

/** Minutes that a student may have on top of what everybody has from the scan to the mark. */
export const EXTRA_TIME_MINUTES = [0, 2, 5, 10, 20, 30] as const;

/** An accommodation. Nobody is asked for its reason, and there is no field for one. */
export const extraTimeSchema = z.object({
  courseId: objectIdSchema,
  studentId: userIdSchema,
  /** 0: as everybody. */
  minutes: z.int(),
  changes: z.array(z.object({ at: momentSchema, by: userIdSchema, minutes: z.int() })),
});
export type ExtraTime = z.infer<typeof extraTimeSchema>;
