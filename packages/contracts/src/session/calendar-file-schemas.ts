import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { classRoomNameSchema } from './schemas.ts';
import { storedRuleSchema } from './series-schemas.ts';

/** Characters; a term of a busy teacher has a tenth. */
export const MAX_CALENDAR_FILE = 200_000;

export const calendarFileSchema = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(MAX_CALENDAR_FILE)),
});

const { everyWeeks, firstDay, lastDay, skippedDates } = storedRuleSchema.shape;
const time = z.string();
/** Days and times are those of the campus. */
const fileRuleSchema = z.object({
  slots: z.array(z.object({ weekday: z.int(), start: time, end: time })),
  extraDates: z.array(z.object({ day: z.string(), start: time, end: time })),
  ...{ everyWeeks, firstDay, lastDay, skippedDates },
});
export type FileRule = z.infer<typeof fileRuleSchema>;

/**
 * Why an event cannot be planned. `past`: it has no class in the coming year; `overnight`: it ends on another day;
 * `rule`: a kind of repetition that timetables do not have; `zone`: the file does not describe its time zone;
 * `irregular`: too many single dates.
 */
export const calendarProblemSchema = z.enum([
  'all_day',
  'past',
  'overnight',
  'no_end',
  'rule',
  'zone',
  'irregular',
  'invalid',
]);
export type CalendarProblem = z.infer<typeof calendarProblemSchema>;

export const calendarFileAnswerSchema = z.object({
  /** Events with the same name are one series. */
  series: z.array(
    z.object({
      name: z.string(),
      location: z.optional(z.string()),
      /** The room that has this name. */
      room: z.optional(classRoomNameSchema),
      /** Classes from today on. */
      count: z.int(),
      /** It repeats without an end. */
      endless: z.boolean(),
      rule: fileRuleSchema,
    }),
  ),
  problems: z.array(z.object({ name: z.string(), problem: openEnum(calendarProblemSchema) })),
});
export type CalendarFile = z.infer<typeof calendarFileAnswerSchema>;
