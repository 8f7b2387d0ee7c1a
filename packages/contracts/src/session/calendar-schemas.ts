import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { sessionCourseSchema } from './scan-schemas.ts';
import { classRoomNameSchema, sessionStateSchema } from './schemas.ts';

/** The link of a class to its series. */
export const classSeriesSchema = z.object({
  id: objectIdSchema,
  /** Names the class within the series, by its day there and its slot; it stays when the class is moved. */
  key: z.string(),
});

/** The day that the series has for a class, even after the class was moved to another one. */
export const dayInSeries = ({ key }: Pick<z.infer<typeof classSeriesSchema>, 'key'>): string =>
  key.slice(0, 'YYYY-MM-DD'.length);

/** `planned`: a class of a series whose session is not created yet. */
export const classStateSchema = z.enum(['planned', ...sessionStateSchema.options]);

/** The time and room in the series of a class that was moved. */
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
  /** Missing while planned. */
  sessionId: z.optional(objectIdSchema),
  series: z.optional(classSeriesSchema),
  room: z.optional(classRoomNameSchema),
  online: z.optional(z.boolean()),
  movedFrom: z.optional(movedFromSchema),
  /** Only for staff: it ended without a sign that it took place. */
  unconfirmed: z.optional(z.boolean()),
});
export type CalendarClass = z.infer<typeof calendarClassSchema>;

/** Six weeks, as a month view shows. */
export const MAX_CALENDAR_DAYS = 42;
