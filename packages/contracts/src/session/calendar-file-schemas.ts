import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { classRoomNameSchema } from './schemas.ts';
import { storedRuleSchema } from './series-schemas.ts';

/** Characters of the properties that are read; a term of a busy teacher has a tenth. */
export const MAX_CALENDAR_FILE = 200_000;

export const calendarFileSchema = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(MAX_CALENDAR_FILE)),
});

const { everyWeeks, firstDay, lastDay, skippedDates } = storedRuleSchema.shape;
const time = z.string();
/** Days and times are those of the campus. */
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
 * Why an event cannot be planned. `past`: it has no class in the coming year; `too_long`: it lasts 24 hours or longer;
 * `replaced`: the file has a newer version of it; `rule`: a kind of repetition that timetables do not have; `zone`: the
 * file does not describe its time zone; `irregular`: too many single dates; `too_many`: too many classes to read;
 * `cut_off`: the file ends within it.
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
 * Facts that a teacher should check in an event that can be planned. `exclusion_unmatched`: an excluded date is not a class;
 * `change_unmatched`: the changed class is not part of the series, so it is an additional one; `change_unreadable`: the
 * class is offered as it was before the change; `dates_canceled`: canceled classes, which are left out;
 * `start_left_out`: the first day is not one of the repetition; `rule`: the repetition is not supported, so only other
 * dates are offered; `other_place`: some classes are elsewhere; `zone_assumed`: the file describes only a time zone of
 * another name; `unreadable`: a line is not understood.
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

/** The text of the file that was not understood, shortened. */
const found = z.optional(z.string());

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
      /** Events with this name and problem, if there are several. */
      count: z.optional(z.int()),
    }),
  ),
  /** Further events that cannot be planned. */
  more: z.optional(z.int()),
});
export type CalendarFile = z.infer<typeof calendarFileAnswerSchema>;
