import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { routesOf } from '../route.ts';
import { enrollmentModeSchema } from './enrollment-schemas.ts';

/** Settings of the installation that people notice. None is secret. */
const courseSettingsSchema = z.object({
  /** The enrollment of a new course until its teacher chooses. */
  newCourseEnrollment: openEnum(enrollmentModeSchema),
  /** An import that changes or ends more of the existing rows has to be confirmed. */
  importMaxChangedPercent: z.number(),
  /** Days in which an import can be undone. */
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
