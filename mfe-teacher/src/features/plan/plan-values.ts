import {
  isClassTime,
  MAX_CLASS_MS,
  type CalendarFile,
  type Complete,
  type Course,
  type InputOf,
  type Series,
  type Session,
  type Term,
  type routes,
} from '@qr-attendance/contracts';
import { sectionChoiceOf, coveredSectionsOf } from '../../shared/joint-class.ts';
import { toPolicy, type PolicyFormValues } from '../../shared/policy/policy-draft.ts';
import { addDays, campusClock, isDay, isTime } from '@qr-attendance/web-kit';

interface Times {
  start: string;
  end: string;
}
export interface PlanValues extends PolicyFormValues, Times {
  courseId?: string;
  sectionIds: string[];
  /** Sections of other courses that take part. */
  joint: string[];
  /** Used if all classes are at the same time. */
  weekdays: number[];
  /** Whether each class in `slots` has its own time. */
  different: boolean;
  slots: (Times & { weekday: number })[];
  extraDates: (Times & { day: string })[];
  /** The course's limit applies if absent. */
  lateAfterMinutes?: number | null | undefined;
  firstDay: string;
  lastDay: string;
  everyWeeks: number;
  roomId: string;
  online: boolean;
}
export type Rule = Complete<
  Omit<InputOf<typeof routes.session.createSeries, 'body'>, 'courseId' | 'confirmed'>
>;

const WEEKS_WITHOUT_TERM = 14;
const USUAL = { start: '09:00', end: '10:30' };

const NO_TIMES = { weekdays: [], different: false, slots: [], extraDates: [] };

/** The times of the newest class of the course, or of any course. */
const usualTimes = (sessions: Session[], courseId: string | undefined): { start: string; end: string } => {
  const withEnd = sessions.filter(({ endTime }) => endTime !== undefined);
  const last = withEnd.find(({ course }) => course._id === courseId) ?? withEnd[0];
  if (!last?.endTime) return USUAL;
  const [start, end] = [last.startTime, last.endTime].map((moment) => campusClock(new Date(moment)).time);
  const isShort = Date.parse(last.endTime) - Date.parse(last.startTime) < MAX_CLASS_MS;
  return isShort && start && end && start !== end ? { start, end } : USUAL;
};

export const usualValues = (
  course: Course | undefined,
  terms: Term[],
  sessions: Session[],
  now: Date,
): PlanValues => {
  const { day: today } = campusClock(now);
  const term = terms.find(({ _id, lastDay }) => _id === course?.termId && lastDay >= today);
  const firstDay = term && term.firstDay > today ? term.firstDay : today;
  const room = sessions.find((session) => session.course._id === course?._id && session.room)?.room;
  return {
    ...(course ? { courseId: course._id } : {}),
    ...NO_TIMES,
    sectionIds: [],
    joint: [],
    ...usualTimes(sessions, course?._id),
    firstDay,
    lastDay: term?.lastDay ?? addDays(today, WEEKS_WITHOUT_TERM * 7),
    everyWeeks: 1,
    roomId: room?.id ?? '',
    online: false,
  };
};

const timesOf = ({
  firstDay,
  lastDay,
  everyWeeks,
  ...rule
}: Pick<PlanValues, 'firstDay' | 'lastDay' | 'everyWeeks' | 'slots' | 'extraDates'>) => {
  const slots = rule.slots.map(({ weekday, start, end }) => ({ weekday, start, end }));
  const [first = USUAL] = slots;
  const isSame = slots.every(({ start, end }) => start === first.start && end === first.end);
  const weekdays = slots.map(({ weekday }) => weekday);
  return {
    firstDay,
    lastDay,
    everyWeeks,
    weekdays,
    slots,
    different: !isSame || new Set(weekdays).size < weekdays.length,
    extraDates: rule.extraDates.map(({ day, start, end }) => ({
      day,
      start,
      end,
    })),
    start: first.start,
    end: first.end,
  };
};

/**
 * The times and room of a series in a calendar file. If the series is endless, the form's last day is kept.
 */
export const valuesOfFile = (
  { rule, room, endless }: CalendarFile['series'][number],
  { lastDay }: Pick<PlanValues, 'lastDay'>,
): Partial<PlanValues> => ({
  ...timesOf(endless && rule.firstDay <= lastDay ? { ...rule, lastDay } : rule),
  ...(room ? { roomId: room.id, online: false } : {}),
});

export const valuesOfSeries = ({ courseId, rules }: Series): PlanValues => {
  const rule = rules.at(-1) as Series['rules'][number];
  return {
    courseId,
    ...sectionChoiceOf(courseId, rule.sections),
    ...timesOf(rule),
    roomId: rule.roomId ?? '',
    online: rule.online ?? false,
    lateAfterMinutes: rule.lateAfterMinutes,
  };
};

export const slotsOf = ({ different, slots, weekdays, start, end }: PlanValues): PlanValues['slots'] =>
  different
    ? slots
    : weekdays.toSorted((one, other) => one - other).map((weekday) => ({ weekday, start, end }));

const isTimed = ({ start, end }: Partial<Times>): boolean =>
  start !== undefined && end !== undefined && isTime(start) && isTime(end) && isClassTime({ start, end });

/** Undefined until the form is complete. Values without a field come from the series being changed. */
export const ruleOf = (
  values: PlanValues,
  skippedDates: string[],
  before: Series['rules'][number] | undefined,
  ownSectionIds: string[] = [],
): Rule | undefined => {
  const { extraDates, firstDay, lastDay, everyWeeks, roomId, online, sectionIds, joint } = values;
  const slots = slotsOf(values);
  // A row that was just added is empty.
  const isComplete =
    slots.length + extraDates.length > 0 &&
    slots.every((slot) => slot?.weekday !== undefined && isTimed(slot)) &&
    extraDates.every((extra) => isDay(extra?.day ?? '') && isTimed(extra)) &&
    [firstDay, lastDay].every(isDay) &&
    lastDay >= firstDay;
  if (!isComplete) return undefined;
  const policy = values.policy ? toPolicy(values.policy) : before?.policy;
  return {
    slots,
    everyWeeks,
    firstDay,
    lastDay,
    skippedDates,
    extraDates,
    sections: coveredSectionsOf(values.courseId ?? '', sectionIds, joint, ownSectionIds),
    skipBreaks: before?.skipBreaks,
    online: online || undefined,
    roomId: online ? undefined : roomId,
    lateAfterMinutes: values.lateAfterMinutes ?? undefined,
    policy: policy as Rule['policy'],
  };
};
