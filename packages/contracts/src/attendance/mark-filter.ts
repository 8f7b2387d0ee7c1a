import { z } from 'zod/mini';
import { momentSchema, objectIdSchema, userIdSchema } from '../common.ts';
import { attendanceStatusSchema } from './schemas.ts';

export const markFilterSchema = z.partial(
  z.object({
    sessionId: objectIdSchema,
    courseId: objectIdSchema,
    /** The section that the student belonged to during the session. */
    sectionId: objectIdSchema,
    status: attendanceStatusSchema,
    /** Range of the mark's time, inclusive. */
    from: momentSchema,
    to: momentSchema,
    /** Marks with flags or a dispute that the teacher has not reviewed; for students, of ended sessions only. */
    needsReview: z.literal('true'),
  }),
);

const timeZoneQuery = { timeZone: z.optional(z.string().check(z.maxLength(64))) };
/** `timeZone` is the IANA name of the zone of dates and times; by default the campus time zone. */
export const markExportQuerySchema = z.extend(markFilterSchema, timeZoneQuery);
export const allColumnsQuerySchema = z.extend(markExportQuerySchema, { studentId: z.optional(userIdSchema) });
export const gridExportQuerySchema = z.object({
  ...timeZoneQuery,
  sectionId: z.optional(objectIdSchema),
});
