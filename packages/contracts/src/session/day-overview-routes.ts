import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema, pageQuerySchema } from '../common.ts';
import { courseRoleSchema } from '../course/unit-schemas.ts';
import { openEnum } from '../open-enum.ts';
import { routesOf } from '../route.ts';
import { movedFromSchema } from './calendar-schemas.ts';
import { sessionCourseSchema } from './scan-schemas.ts';
import { classRoomNameSchema } from './schemas.ts';

const dayCountsSchema = z.object({
  scheduled: z.int(),
  running: z.int(),
  /**
   * Number of ended sessions that took place: the code was shown, somebody scanned, or the teacher confirmed the
   * session.
   */
  held: z.int(),
  /** Number of ended sessions for which it is unknown whether the class took place. */
  unconfirmed: z.int(),
  canceled: z.int(),
});
export type DayCounts = z.output<typeof dayCountsSchema>;

const dayOverviewSchema = z.object({
  day: daySchema,
  ...dayCountsSchema.shape,
  /** Sorted by name; the last entry without an id counts the courses that have no unit. */
  units: z.array(
    z.object({
      _id: z.optional(objectIdSchema),
      name: z.optional(z.string()),
      ...dayCountsSchema.shape,
    }),
  ),
});
export type DayOverview = z.output<typeof dayOverviewSchema>;

const dayStateSchema = z.enum(['scheduled', 'running', 'held', 'unconfirmed', 'canceled']);

const unitSessionSchema = z.object({
  _id: objectIdSchema,
  course: sessionCourseSchema,
  /** Missing for courses without a unit. */
  unit: z.optional(z.object({ _id: objectIdSchema, name: z.string() })),
  teacher: z.object({ name: z.string() }),
  date: daySchema,
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  state: openEnum(dayStateSchema),
  room: z.optional(classRoomNameSchema),
  online: z.optional(z.boolean()),
  movedFrom: z.optional(movedFromSchema),
  /** The caller's role in the course; missing for administrators. */
  role: z.optional(openEnum(courseRoleSchema)),
});
export type UnitSession = z.infer<typeof unitSessionSchema>;

const { get } = routesOf('session');

export const getDayOverview = get('/api/sessions/day-overview', {
  summary: "Count today's sessions by state and unit, in the units that the caller may read",
  access: 'staff',
  grants: 'reads',
  answer: dayOverviewSchema,
});
export const listUnitSessions = get('/api/sessions/of-units', {
  summary: "List a day's sessions by time, today's by default, in the units that the caller may read",
  access: 'staff',
  grants: 'reads',
  query: z.extend(pageQuerySchema, {
    day: z.optional(daySchema),
    /** Includes all units below. */
    unitId: z.optional(objectIdSchema),
    /** `moved`: sessions in any state whose time or location differs from their series. */
    state: z.optional(z.enum([...dayStateSchema.options, 'moved'])),
  }),
  answer: z.array(unitSessionSchema),
});
export const listRegistersNotTaken = get('/api/sessions/registers-not-taken', {
  summary:
    'List past sessions without any sign that they took place, newest first, in the units that the caller may read',
  access: 'staff',
  grants: 'reads',
  query: z.extend(pageQuerySchema, { unitId: z.optional(objectIdSchema) }),
  answer: z.array(unitSessionSchema),
});
