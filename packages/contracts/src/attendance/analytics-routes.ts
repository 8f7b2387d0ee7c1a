import { z } from 'zod/mini';
import { definePersonalDataRoute, defineRepublishRoute } from '../every-service.ts';
import { idParams, objectIdSchema, pageQuerySchema, searchSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import {
  analyticsPeriodSchema,
  analyticsSummarySchema,
  attendanceAnalyticsEntrySchema,
  studentRateSchema,
} from './analytics-schemas.ts';

const { get } = routesOf('attendance');

export const getAnalyticsSummary = get('/api/analytics/summary', {
  summary: 'Get my dashboard',
  access: 'signed-in',
  grants: 'reads',
  answer: analyticsSummarySchema,
});
export const getAttendanceAnalytics = get('/api/analytics/attendance', {
  summary: 'Get my attendance rate by day',
  access: 'signed-in',
  grants: 'reads',
  query: z.object({ period: analyticsPeriodSchema }),
  answer: z.array(attendanceAnalyticsEntrySchema),
});
/** Sorted by name; `search` matches part of a name or an address. */
export const listStudentRates = get('/api/analytics/courses/:id/students', {
  summary: 'List the students of a course with their attendance rates',
  access: 'teacher',
  grants: 'reads',
  params: idParams,
  query: z.extend(pageQuerySchema, {
    search: z.optional(searchSchema),
    sectionId: z.optional(objectIdSchema),
  }),
  answer: z.array(studentRateSchema),
});
export const getMyAttendanceData = definePersonalDataRoute('attendance', '/api/attendance/my-data');
export const republish = defineRepublishRoute('attendance');
