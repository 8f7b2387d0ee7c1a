import type { EnrollmentMode } from '@qr-attendance/contracts';
import { busConfigSchema, serviceConfigSchema } from '@qr-attendance/messaging';
import { secret, serviceUrlSchema } from '@qr-attendance/server';
import { z } from 'zod';

export const NEW_COURSE_MODES = {
  open: 'OPEN',
  key: 'KEY',
  approval: 'APPROVAL',
} as const satisfies Record<string, EnrollmentMode>;

export const configSchema = serviceConfigSchema.extend({
  MONGODB_URL: secret(z.string(), "The service's own database, with its name: `mongodb://…/course`."),
  AUTH_URL: serviceUrlSchema.describe('Auth service.'),
  SESSION_URL: serviceUrlSchema.optional().describe('Session service. Without it no course can be deleted.'),
  NEW_COURSE_ENROLLMENT: z
    .enum(['open', 'key', 'approval'])
    .default('open')
    .describe(
      'Who may enroll in a new course until its teacher chooses: every student, those with its key, or those approved.',
    ),
});
export type Config = z.output<typeof configSchema>;

export const migrationConfigSchema = busConfigSchema.extend(configSchema.pick({ MONGODB_URL: true }).shape);
