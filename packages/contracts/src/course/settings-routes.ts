import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { routesOf } from '../route.ts';
import { enrollmentModeSchema } from './enrollment-schemas.ts';

const courseSettingsSchema = z.object({
  /** Applies to a new course until its teacher changes it. */
  newCourseEnrollment: openEnum(enrollmentModeSchema),
  /** Imports that change or end a higher percentage of the existing rows require a confirmation. */
  importMaxChangedPercent: z.number(),
  /** Imports can be undone for this many days. */
  importRetentionDays: z.number(),
  /** The sources of files, highest rank first. */
  importSources: z._default(z.array(z.string()), []),
});
export type CourseSettings = z.infer<typeof courseSettingsSchema>;

const { get } = routesOf('course');

export const getCourseSettings = get('/api/courses/settings', {
  summary: 'Get the settings of courses and imports',
  access: 'staff',
  grants: 'reads',
  answer: courseSettingsSchema,
});
