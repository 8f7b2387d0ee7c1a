import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema } from '../common.ts';
import { attendanceTotalsSchema, openStatusSchema, studentInfoSchema } from './schemas.ts';

/** An enrolled student of a course with how often he or she came to sessions that have ended. */
export const studentRateSchema = z.object({
  student: studentInfoSchema,
  enrolledAt: z.optional(momentSchema),
  ...attendanceTotalsSchema.shape,
  /** Present and late of all counted, 0 to 100; null before the first counted session. */
  attendancePercentage: z.nullable(z.number()),
});
export type StudentRate = z.infer<typeof studentRateSchema>;

/** A student's mark in a session that is running. */
const runningMarkSchema = z.object({
  sessionId: objectIdSchema,
  courseName: z.string(),
  timestamp: momentSchema,
  status: openStatusSchema,
});
export type RunningMark = z.infer<typeof runningMarkSchema>;

/**
 * All numbers are of the signed-in user: a teacher's own courses, or a student's own marks. Percentages 0 to 100; they count
 * a session once it has ended.
 */
export const analyticsSummarySchema = z.object({
  totalStudents: z.int(),
  /** Null when no session of today has ended. */
  todayAttendancePercentage: z.nullable(z.number()),
  activeSessions: z.int(),
  totalCourses: z.int(),
  /** Null before the first session that ended. */
  attendancePercentage: z.nullable(z.number()),
  attendedSessions: z.int(),
  totalSessions: z.int(),
  /** A student's own marks in running sessions, the newest last; none for teachers. */
  runningMarks: z.array(runningMarkSchema),
});
export type AnalyticsSummary = z.infer<typeof analyticsSummarySchema>;

export const analyticsPeriodSchema = z.enum(['thisWeek', 'lastWeek', 'thisMonth']);
export const attendanceAnalyticsEntrySchema = z.object({
  date: daySchema,
  /** A weekday ("Mon") or a day of the month ("14 Sep"). */
  name: z.string(),
  /** Percentage; null on a day without a session: a gap, not 0 %. */
  attendance: z.nullable(z.number()),
});
export type AttendanceAnalyticsEntry = z.infer<typeof attendanceAnalyticsEntrySchema>;
