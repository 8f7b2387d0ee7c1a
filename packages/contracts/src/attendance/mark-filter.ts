import { z } from 'zod/mini';
import { momentSchema, objectIdSchema, userIdSchema } from '../common.ts';
import { attendanceStatusSchema } from './schemas.ts';

/** Which marks a list, its totals and its exports are about. */
export const markFilterSchema = z.partial(
  z.object({
    sessionId: objectIdSchema,
    courseId: objectIdSchema,
    status: attendanceStatusSchema,
    /** First and last moment of the mark, both included. */
    from: momentSchema,
    to: momentSchema,
    /** Those with flags or a dispute that the teacher has not dealt with. */
    needsReview: z.literal('true'),
  }),
);

const timeZoneQuery = { timeZone: z.optional(z.string().check(z.maxLength(64))) };
/** `timeZone` is the IANA name of the zone in which dates and times are written; the campus's unless given. */
export const markExportQuerySchema = z.extend(markFilterSchema, timeZoneQuery);
/** Also of one student alone. */
export const allColumnsQuerySchema = z.extend(markExportQuerySchema, { studentId: z.optional(userIdSchema) });
export const gridExportQuerySchema = z.object(timeZoneQuery);
