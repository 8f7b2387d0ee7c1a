import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { classRoomNameSchema } from './schemas.ts';
import { storedRuleSchema } from './series-schemas.ts';

/**
 * Maximum number of characters in the properties that are read; the file of a busy teacher's term has a tenth of this
 * size.
 */
export const MAX_CALENDAR_FILE = 200_000;

export const calendarFileSchema = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(MAX_CALENDAR_FILE)),
});

const { everyWeeks, firstDay, lastDay, skippedDates } = storedRuleSchema.shape;
const time = z.string();
/** Campus days and times. */
const fileRuleSchema = z.object({
  slots: z.array(
    z.object({
      weekday: z.int(),
      start: time,
      end: time,
    }),
  ),
  extraDates: z.array(
    z.object({
      day: z.string(),
      start: time,
      end: time,
    }),
  ),
  everyWeeks,
  firstDay,
  lastDay,
  skippedDates,
});
export type FileRule = z.infer<typeof fileRuleSchema>;

/**
 * The reason why an event cannot be planned. `past`: no class in the coming year; `too_long`: 24 hours or
 * longer; `replaced`: the file has a newer version of the event; `rule`: a repetition that timetables do not
 * support; `zone`: the file does not define its time zone; `irregular`: too many single dates; `too_many`:
 * too many classes to read; `cut_off`: the file ends within the event.
 */
export const calendarProblemSchema = z.enum([
  'all_day',
  'past',
  'too_long',
  'no_end',
  'end_before_start',
  'canceled',
  'replaced',
  'task',
  'rule',
  'zone',
  'irregular',
  'too_many',
  'cut_off',
  'invalid',
]);
export type CalendarProblem = z.infer<typeof calendarProblemSchema>;

/**
 * Details that a teacher should check in an event that can be planned. `exclusion_unmatched`: an excluded
 * date has no class; `change_unmatched`: a changed class is not part of the series and becomes an additional
 * one; `change_unreadable`: the change is ignored; `dates_canceled`: canceled classes are omitted;
 * `start_left_out`: the first day does not follow the repetition; `rule`: the repetition is not supported, so
 * only single dates are offered; `other_place`: some classes are at another location; `zone_assumed`: the
 * file defines a time zone under another name; `unreadable`: a line was not understood.
 */
export const calendarNoteSchema = z.enum([
  'exclusion_unmatched',
  'change_unmatched',
  'change_unreadable',
  'dates_canceled',
  'start_left_out',
  'rule',
  'other_place',
  'zone_assumed',
  'unreadable',
]);
export type CalendarNote = z.infer<typeof calendarNoteSchema>;

/** The unreadable text of the file, shortened. */
const found = z.optional(z.string());

export const calendarFileAnswerSchema = z.object({
  /** Events with the same name are combined into one series. */
  series: z.array(
    z.object({
      name: z.string(),
      location: z.optional(z.string()),
      room: z.optional(classRoomNameSchema),
      count: z.int(),
      endless: z.boolean(),
      rule: fileRuleSchema,
      notes: z.optional(
        z.array(z.object({ note: openEnum(calendarNoteSchema), days: z.array(z.string()), found })),
      ),
    }),
  ),
  problems: z.array(
    z.object({
      name: z.string(),
      problem: openEnum(calendarProblemSchema),
      found,
      count: z.optional(z.int()),
    }),
  ),
  more: z.optional(z.int()),
});
export type CalendarFile = z.infer<typeof calendarFileAnswerSchema>;
