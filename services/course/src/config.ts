import type { EnrollmentMode } from '@qr-attendance/contracts';
import { busConfigSchema, serviceConfigSchema } from '@qr-attendance/messaging';
import { secret, serviceUrlSchema } from '@qr-attendance/server';
import { z } from 'zod';
import { importSourcesSchema } from './import-sources.ts';

export const NEW_COURSE_MODES = {
  open: 'OPEN',
  key: 'KEY',
  approval: 'APPROVAL',
} as const satisfies Record<string, EnrollmentMode>;

export const configSchema = serviceConfigSchema.extend({
  MONGODB_URL: secret(z.string(), "The service's own database, with its name: `mongodb://…/course`."),
  AUTH_URL: serviceUrlSchema.describe('Auth service.'),
  SESSION_URL: serviceUrlSchema
    .optional()
    .describe('Session service. Without it no course can be deleted and no timetable imported.'),
  ATTENDANCE_URL: serviceUrlSchema
    .optional()
    .describe('Attendance service. Without it no import of memberships can be undone.'),
  NEW_COURSE_ENROLLMENT: z
    .enum(['open', 'key', 'approval'])
    .default('open')
    .describe(
      'Who may enroll in a new course until its teacher chooses: every student, those with its key, or those approved.',
    ),
  IMPORT_SOURCES: importSourcesSchema,
  IMPORT_MAX_CHANGED_PERCENT: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(20)
    .describe(
      'An import that changes or ends more of the existing rows asks for a confirmation of their number.',
    ),
  IMPORT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe('Days after which an import can no longer be undone, and is deleted with its file and errors.'),
});
export type Config = z.output<typeof configSchema>;

export const migrationConfigSchema = busConfigSchema.extend(configSchema.pick({ MONGODB_URL: true }).shape);
