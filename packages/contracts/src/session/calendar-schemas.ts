import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { sessionCourseSchema } from './scan-schemas.ts';
import { classRoomNameSchema, sessionStateSchema } from './schemas.ts';

export const classSeriesSchema = z.object({
  id: objectIdSchema,
  /** The class's original day and slot. It stays the same when the class is moved. */
  key: z.string(),
});

/** The day on which the series plans a class, even if the class was moved to another day. */
export const dayInSeries = ({ key }: Pick<z.infer<typeof classSeriesSchema>, 'key'>): string =>
  key.slice(0, 'YYYY-MM-DD'.length);

/** `planned`: a class of a series whose session has not been created yet. */
export const classStateSchema = z.enum(['planned', ...sessionStateSchema.options]);

/** The original time and room of a moved class. */
export const movedFromSchema = z.object({
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  room: z.optional(z.boolean()),
});

export const calendarClassSchema = z.object({
  course: sessionCourseSchema,
  date: daySchema,
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  state: openEnum(classStateSchema),
  /** Missing for planned classes. */
  sessionId: z.optional(objectIdSchema),
  series: z.optional(classSeriesSchema),
  room: z.optional(classRoomNameSchema),
  online: z.optional(z.boolean()),
  movedFrom: z.optional(movedFromSchema),
  /** Only for staff: the class ended, and nothing shows that it took place. */
  unconfirmed: z.optional(z.boolean()),
});
export type CalendarClass = z.infer<typeof calendarClassSchema>;

/** A month view shows six weeks. */
export const MAX_CALENDAR_DAYS = 42;
