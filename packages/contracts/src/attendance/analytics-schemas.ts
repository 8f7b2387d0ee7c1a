import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema } from '../common.ts';
import { attendanceTotalsSchema, openStatusSchema, studentInfoSchema } from './schemas.ts';

export const studentRateSchema = z.object({
  student: studentInfoSchema,
  enrolledAt: z.optional(momentSchema),
  /** The section of the student's last period in the course. */
  sectionId: z.optional(objectIdSchema),
  ...attendanceTotalsSchema.shape,
  /**
   * Share of PRESENT and LATE among all counted sessions, 0 to 100; null before the first counted session.
   */
  attendancePercentage: z.nullable(z.number()),
});
export type StudentRate = z.infer<typeof studentRateSchema>;

const runningMarkSchema = z.object({
  sessionId: objectIdSchema,
  courseName: z.string(),
  timestamp: momentSchema,
  status: openStatusSchema,
});
export type RunningMark = z.infer<typeof runningMarkSchema>;

const courseTotalsSchema = z.object({ courseId: objectIdSchema, ...attendanceTotalsSchema.shape });
export type CourseTotals = z.infer<typeof courseTotalsSchema>;

/**
 * All numbers concern the signed-in user: a teacher's own courses, or a student's own marks. Percentages are
 * 0 to 100 and include ended sessions only.
 */
export const analyticsSummarySchema = z.object({
  totalStudents: z.int(),
  /** Null before the first session of today has ended. */
  todayAttendancePercentage: z.nullable(z.number()),
  activeSessions: z.int(),
  totalCourses: z.int(),
  /** Null before the first ended session. */
  attendancePercentage: z.nullable(z.number()),
  attendedSessions: z.int(),
  totalSessions: z.int(),
  /** The student's own marks in running sessions, oldest first; empty for teachers. */
  runningMarks: z.array(runningMarkSchema),
  /** The student's counted sessions by course; empty for teachers. */
  courseTotals: z._default(z.array(courseTotalsSchema), []),
});
export type AnalyticsSummary = z.infer<typeof analyticsSummarySchema>;

export const analyticsPeriodSchema = z.enum(['thisWeek', 'lastWeek', 'thisMonth']);
export const attendanceAnalyticsEntrySchema = z.object({
  date: daySchema,
  /** A weekday ("Mon") or a day of the month ("14 Sep"). */
  name: z.string(),
  /** Null on a day without a session. */
  attendance: z.nullable(z.number()),
});
export type AttendanceAnalyticsEntry = z.infer<typeof attendanceAnalyticsEntrySchema>;
