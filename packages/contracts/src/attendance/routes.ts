import { z } from 'zod';
import { momentSchema, objectIdSchema, pageQuerySchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import {
  analyticsPeriodSchema,
  analyticsSummarySchema,
  attendanceAnalyticsEntrySchema,
  attendanceRecordSchema,
  attendanceStatusSchema,
  attendanceSubmissionSchema,
  locationCheckSchema,
  phonePositionSchema,
} from './schemas.ts';

const service = 'attendance' as const;

export const markAttendance = defineRoute({
  service,
  method: 'post',
  path: '/api/attendance',
  summary: 'Mark my attendance; a repeat answers with the same record',
  access: 'student',
  body: attendanceSubmissionSchema,
  status: 201,
  answer: attendanceRecordSchema,
});
export const checkLocation = defineRoute({
  service,
  method: 'post',
  path: '/api/attendance/location-check',
  summary: 'How far am I from the classroom?',
  access: 'student',
  body: z.object({ ticket: z.string().min(1).max(2000), location: phonePositionSchema }),
  answer: locationCheckSchema,
});
export const listAttendance = defineRoute({
  service,
  method: 'get',
  path: '/api/attendance',
  summary: "Marks of a teacher's own courses, or a student's own; newest first",
  access: 'signed-in',
  query: pageQuerySchema.extend({
    sessionId: objectIdSchema.optional(),
    courseId: objectIdSchema.optional(),
    status: attendanceStatusSchema.optional(),
    from: momentSchema.optional(),
    to: momentSchema.optional(),
  }),
  answer: z.array(attendanceRecordSchema),
});
/** Server-sent events: `event: mark`, data an attendance record, for each new mark of the session. */
export const streamAttendance = defineRoute({
  service,
  method: 'get',
  path: '/api/attendance/live',
  summary: 'Marks of one of my sessions as they happen',
  access: 'teacher',
  query: z.object({ sessionId: objectIdSchema }),
  answer: z.string(),
  contentType: 'text/event-stream',
});
export const getAnalyticsSummary = defineRoute({
  service,
  method: 'get',
  path: '/api/analytics/summary',
  summary: 'The numbers of my dashboard',
  access: 'signed-in',
  answer: analyticsSummarySchema,
});
export const getAttendanceAnalytics = defineRoute({
  service,
  method: 'get',
  path: '/api/analytics/attendance',
  summary: 'Attendance percentage by day',
  access: 'signed-in',
  query: z.object({ period: analyticsPeriodSchema }),
  answer: z.array(attendanceAnalyticsEntrySchema),
});
