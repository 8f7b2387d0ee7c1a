import type { Course, InputOf, Series, Session, Term, routes } from '@qr-attendance/contracts';
import { addDays, campusClock, isDay, isTime, weekdayOf } from '@qr-attendance/web-kit';

export interface PlanValues {
  courseId?: string;
  weekdays: number[];
  start: string;
  end: string;
  firstDay: string;
  lastDay: string;
  everyWeeks: number;
  roomId: string;
  online: boolean;
}
export type Rule = Omit<InputOf<typeof routes.session.createSeries, 'body'>, 'courseId' | 'confirmed'>;

const WEEKS_WITHOUT_TERM = 14;
const USUAL = { start: '09:00', end: '10:30' };

/** The times of the newest class of the course, or of any course. */
const usualTimes = (sessions: Session[], courseId: string | undefined): { start: string; end: string } => {
  const withEnd = sessions.filter(({ endTime }) => endTime !== undefined);
  const last = withEnd.find(({ course }) => course._id === courseId) ?? withEnd[0];
  if (!last?.endTime) return USUAL;
  const [start, end] = [campusClock(new Date(last.startTime)), campusClock(new Date(last.endTime))];
  return start.day === end.day && end.time > start.time ? { start: start.time, end: end.time } : USUAL;
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
    weekdays: [],
    ...usualTimes(sessions, course?._id),
    firstDay,
    lastDay: term?.lastDay ?? addDays(today, WEEKS_WITHOUT_TERM * 7),
    everyWeeks: 1,
    roomId: room?.id ?? '',
    online: false,
  };
};

export const valuesOfSeries = ({ courseId, rules }: Series): PlanValues => {
  const rule = rules.at(-1) as Series['rules'][number];
  const [slot = USUAL] = rule.slots;
  return {
    courseId,
    weekdays: rule.slots.map(({ weekday }) => weekday),
    start: slot.start,
    end: slot.end,
    firstDay: rule.firstDay,
    lastDay: rule.lastDay,
    everyWeeks: rule.everyWeeks,
    roomId: rule.roomId ?? '',
    online: rule.online ?? false,
  };
};

/** Undefined until the form can be sent. Fields that the form lacks are those of the series being changed. */
export const ruleOf = (
  { weekdays, start, end, firstDay, lastDay, everyWeeks, roomId, online }: PlanValues,
  skippedDates: string[],
  before: Series['rules'][number] | undefined,
): Rule | undefined => {
  const isComplete =
    weekdays.length > 0 &&
    [start, end].every(isTime) &&
    end > start &&
    [firstDay, lastDay].every(isDay) &&
    lastDay >= firstDay;
  if (!isComplete) return undefined;
  const { lateAfterMinutes, policy, extraDates = [], skipBreaks } = before ?? {};
  return {
    slots: weekdays.toSorted((one, other) => one - other).map((weekday) => ({ weekday, start, end })),
    everyWeeks,
    firstDay,
    lastDay,
    skippedDates,
    extraDates: extraDates.map(({ day, start: from, end: until }) => ({ day, start: from, end: until })),
    ...(skipBreaks === undefined ? {} : { skipBreaks }),
    ...(online ? { online } : { roomId }),
    ...(lateAfterMinutes === undefined ? {} : { lateAfterMinutes }),
    ...(policy ? { policy: policy as NonNullable<Rule['policy']> } : {}),
  };
};

export const weekdayNames = (language: string): { value: number; label: string }[] => {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  // The fifth of January 2026 is a Monday.
  return [5, 6, 7, 8, 9, 10, 11].map((date) => {
    const day = `2026-01-${String(date).padStart(2, '0')}`;
    return { value: weekdayOf(day), label: format.format(new Date(`${day}T12:00:00Z`)) };
  });
};
