import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema, optionalInput } from '../common.ts';
import { sessionDefaultsChoiceSchema } from '../course/schemas.ts';
import { MAX_TERM_DAYS } from '../course/term-schemas.ts';
import { openEnum } from '../open-enum.ts';
import { statementSourceSchema } from '../statements.ts';
import { coveredSectionsSchema, isClassTime } from './input-schemas.ts';
import { sessionPolicyChoiceSchema } from './policy.ts';
import { sessionCourseSchema } from './scan-schemas.ts';
import {
  classRoomNameSchema,
  coveredSectionSchema,
  jointCourseSchema,
  lateAfterMinutesSchema,
} from './schemas.ts';

/** A time of day in the campus's time zone, `09:00`. */
export const timeOfDaySchema = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00'));
/** ISO 8601: 1 is Monday, 7 is Sunday. */
export const weekdaySchema = z.int().check(z.gte(1), z.lte(7));

/** An end at or before the start is on the next day. */
const hasLength = z.refine<{ start: string; end: string }>(isClassTime, {
  path: ['end'],
  message: 'must differ from the start',
});
/** Maximum number of classes a week, for example two a day. */
export const MAX_SLOTS = 14;
export const MAX_EXTRA_DATES = 50;
export const MAX_SKIPPED_DATES = 100;
export const MAX_EVERY_WEEKS = 8;
/**
 * Maximum number of current and future series of a course: enough for two weekly classes in each of a hundred
 * sections.
 */
export const MAX_SERIES = 200;

const weeklySchema = z
  .object({ weekday: weekdaySchema, start: timeOfDaySchema, end: timeOfDaySchema })
  .check(hasLength);
const extraDateSchema = z
  .object({ day: daySchema, start: timeOfDaySchema, end: timeOfDaySchema })
  .check(hasLength);

interface Days {
  firstDay: string;
  lastDay: string;
}
const daysBetween = ({ firstDay, lastDay }: Days): number =>
  (Date.parse(lastDay) - Date.parse(firstDay)) / 86_400_000;
const isInOrder = z.refine<Days>((days) => daysBetween(days) >= 0, {
  path: ['lastDay'],
  message: 'must not be before the first day',
});
const isShort = z.refine<Days>((days) => daysBetween(days) <= MAX_TERM_DAYS, {
  path: ['lastDay'],
  message: `must be at most ${MAX_TERM_DAYS} days after the first day`,
});
const hasClasses = z.refine<{ slots: unknown[]; extraDates: unknown[] }>(
  ({ slots, extraDates }) => slots.length + extraDates.length > 0,
  { path: ['slots'], message: 'or extra dates are required' },
);

/** Campus days and times. */
const ruleShape = {
  /** Each slot is one class a week. */
  slots: z.array(weeklySchema).check(z.maxLength(MAX_SLOTS)),
  /** 2 means every second week, counted from the week of the first day. */
  everyWeeks: z._default(z.int().check(z.gte(1), z.lte(MAX_EVERY_WEEKS)), 1),
  firstDay: daySchema,
  lastDay: daySchema,
  /** Additional dates, which may be outside the other days or on holidays. */
  extraDates: z._default(z.array(extraDateSchema).check(z.maxLength(MAX_EXTRA_DATES)), []),
  skippedDates: z._default(z.array(daySchema).check(z.maxLength(MAX_SKIPPED_DATES)), []),
  /** Omits classes on the breaks and holidays of the course's term. */
  skipBreaks: z._default(z.boolean(), true),
  /**
   * An empty list means all current and future sections of the course. Sections of several courses have joint
   * classes.
   */
  sections: z._default(coveredSectionsSchema, []),
  roomId: optionalInput(objectIdSchema),
  online: z.optional(z.boolean()),
  /** The course's defaults apply to missing fields, then the institution's. */
  lateAfterMinutes: z.optional(lateAfterMinutesSchema),
  policy: z.optional(sessionPolicyChoiceSchema),
};
const ruleChecks = [isInOrder, isShort, hasClasses] as const;

export const newSeriesSchema = z
  .object({
    courseId: objectIdSchema,
    ...ruleShape,
    /** Creates the series even if the course has classes at the same times. */
    confirmed: z.optional(z.boolean()),
  })
  .check(...ruleChecks);
export type NewSeries = z.output<typeof newSeriesSchema>;
export type SeriesRule = Omit<NewSeries, 'courseId' | 'confirmed'>;

/** Replaces the rule from a day, or for all classes that have not started. */
export const seriesEditSchema = z
  .object({
    version: z.int().check(z.gte(1)),
    /** The first day that changes; earlier classes are kept. */
    from: z.optional(daySchema),
    ...ruleShape,
  })
  .check(...ruleChecks);
export type SeriesEdit = z.output<typeof seriesEditSchema>;

export const seriesPreviewRequestSchema = z
  .object({
    courseId: objectIdSchema,
    ...ruleShape,
    /** The edited series, whose own classes do not count as conflicts. */
    seriesId: z.optional(objectIdSchema),
    from: z.optional(daySchema),
  })
  .check(...ruleChecks);
export type SeriesPreviewRequest = z.output<typeof seriesPreviewRequestSchema>;

/** A stored rule, which applies until the next rule starts. */
export const storedRuleSchema = z.object({
  from: z.string(),
  slots: z.array(z.object({ id: z.int(), weekday: z.int(), start: z.string(), end: z.string() })),
  everyWeeks: z.int(),
  firstDay: z.string(),
  lastDay: z.string(),
  extraDates: z.array(z.object({ id: z.int(), day: z.string(), start: z.string(), end: z.string() })),
  skippedDates: z.array(z.string()),
  skipBreaks: z.boolean(),
  sections: z.optional(z.array(coveredSectionSchema)),
  roomId: z.optional(z.string()),
  online: z.optional(z.boolean()),
  lateAfterMinutes: z.optional(z.int()),
  policy: z.optional(sessionDefaultsChoiceSchema),
} satisfies Record<keyof SeriesRule | 'from', z.ZodMiniType>);
export type StoredRule = z.infer<typeof storedRuleSchema>;

export const seriesSchema = z.object({
  _id: objectIdSchema,
  courseId: objectIdSchema,
  /** Rules ordered by their first day; the last rule applies to all later classes. */
  rules: z.array(
    z.extend(storedRuleSchema, {
      room: z.optional(classRoomNameSchema),
      /** All courses of joint classes, the series' own course first. Missing for other classes. */
      courses: z.optional(z.array(jointCourseSchema)),
    }),
  ),
  /** Missing if no current source states the class. */
  source: z.optional(statementSourceSchema),
  version: z.int(),
});
export type Series = z.infer<typeof seriesSchema>;

/**
 * `duplicate`: a class of the same sections at exactly the same time; `course`: another overlapping class of
 * these sections.
 */
export const conflictKindSchema = z.enum(['duplicate', 'room', 'teacher', 'course']);
export type ConflictKind = z.infer<typeof conflictKindSchema>;

export const seriesPreviewSchema = z.object({
  classes: z.array(
    z.object({
      date: daySchema,
      startTime: momentSchema,
      endTime: momentSchema,
      conflicts: z.array(
        z.object({
          kind: openEnum(conflictKindSchema),
          course: sessionCourseSchema,
          startTime: momentSchema,
          endTime: z.optional(momentSchema),
        }),
      ),
    }),
  ),
  skipped: z.array(
    z.object({
      date: daySchema,
      reason: openEnum(z.enum(['break', 'holiday', 'date'])),
      name: z.optional(z.string()),
    }),
  ),
});
export type SeriesPreview = z.infer<typeof seriesPreviewSchema>;
