import type { enrollmentEndSchema } from '@qr-attendance/contracts';
import { conflict } from '@qr-attendance/server';
import type { MembershipPeriod } from '@qr-attendance/contracts/events';
import type { z } from 'zod';
import type { Period } from '../../../db/enrollment-models.ts';

export interface PeriodEnd {
  how: z.output<typeof enrollmentEndSchema>;
  by: string | null;
  /** The student never belonged to the course, so no period counts. */
  asStranger?: boolean;
}

/** The limit is enough for any student, and low enough for one event. */
const MAX_PERIODS = 100;

type NewPeriod = Pick<Period, 'sectionId' | 'by'>;
export type PeriodStart = NewPeriod & Pick<Period, 'unasked'>;
export type SectionMove = NewPeriod & Pick<Period, 'stated'> & { at: Date };

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

/** Periods can begin and end in the future, because imports state days in advance. */
export const coversMoment = ({ began, ended, voided }: Period, now: Date): boolean =>
  !voided && began <= now && (ended === undefined || ended > now);
export const hasCounted = ({ began, ended, voided }: Period): boolean =>
  !voided && (ended === undefined || ended > began);
const isUpcoming = (period: Period, now: Date): boolean => hasCounted(period) && period.began > now;
export const findUpcoming = (periods: Period[], now: Date): Period | undefined =>
  periods.find((period) => isUpcoming(period, now));
export const isOpen = (periods: Period[], now: Date): boolean =>
  periods.some((period) => coversMoment(period, now) || isUpcoming(period, now));

export const requireRoom = (periods: Period[]): void => {
  if (periods.length >= MAX_PERIODS)
    throw conflict('joined_too_often', 'This student has joined and left this course too often.');
};

/**
 * The new period ends when the next planned period begins.
 * @param from the start, if the membership began before it is entered
 */
export const beginPeriod = (
  periods: Period[],
  { sectionId, by, unasked }: PeriodStart,
  now: Date,
  from = now,
): Period[] => {
  requireRoom(periods);
  const next = periods.findIndex((period) => isUpcoming(period, now));
  const [earlier, later] = next < 0 ? [periods, []] : [periods.slice(0, next), periods.slice(next)];
  // Clocks of replicas differ, and periods must not overlap.
  const ends = earlier.flatMap(({ began, ended }) => (ended && ended > began ? ended : []));
  const begun: Period = {
    sectionId,
    began: ends.reduce(laterOf, from),
    recordedAt: now,
    by,
    voided: false,
    ...(unasked && { unasked }),
  };
  const ended = later[0] && laterOf(later[0].began, begun.began);
  return [
    ...earlier,
    { ...begun, ...(ended && { ended, end: { how: 'MOVED', by, recordedAt: now } }) },
    ...later,
  ];
};

export const endPeriod = (
  periods: Period[],
  { how, by, asStranger = false }: PeriodEnd,
  now: Date,
): Period[] => {
  const end = { how, by, recordedAt: now };
  return periods.map((period, index) => {
    const ended = laterOf(period.began, now);
    const isOver = period.ended !== undefined && period.ended <= ended;
    return {
      ...period,
      ...(!isOver && { ended }),
      ...((!isOver || index === periods.length - 1) && { end }),
      voided: period.voided || asStranger,
    };
  });
};

/**
 * Enrolls a student again. For students who left by their own choice, the membership continues without a gap,
 * because leaving around a class would otherwise remove its absence. The gap counts for the section that they
 * left.
 */
export const resumePeriod = (
  periods: Period[],
  studentId: string,
  joining: PeriodStart,
  now: Date,
): Period[] => {
  const last = periods.findLast(hasCounted);
  const isOwnLeave = last?.end?.how === 'LEFT' && last.end.by === studentId;
  if (!isOwnLeave || !last.ended || isOpen(periods, now)) return beginPeriod(periods, joining, now);
  const resumed = beginPeriod(periods, { ...joining, sectionId: last.sectionId }, now, last.ended);
  const gap = resumed.at(-1);
  return gap === undefined || joining.sectionId === last.sectionId
    ? resumed
    : movePeriod(resumed, gap, { ...joining, at: now }, now);
};

export const voidPeriod = (period: Period, now: Date): Period[] =>
  endPeriod([period], { how: 'LEFT', by: null, asStranger: true }, now);

/**
 * Moves the student from the current or last period to another section. A move before the period began
 * corrects its section: the student never belonged to the previous one. By default, the new period ends when
 * the previous one would have.
 */
export const movePeriod = (
  periods: Period[],
  last: Period,
  { sectionId, by, at, stated }: SectionMove,
  now: Date,
  { ended, end }: Pick<Period, 'ended' | 'end'> = last,
): Period[] => {
  requireRoom(periods);
  const position = periods.indexOf(last);
  const before = periods.findLast(({ voided }, index) => index < position && !voided);
  if (before?.ended && at < before.ended)
    throw conflict(
      'moved_before_period',
      'The student was in another section, or had left, at that moment. Choose a later one.',
    );
  const began = at > last.began ? at : last.began;
  const moved: Period = {
    ...last,
    ended: began,
    end: { how: 'MOVED', by, recordedAt: now },
    voided: last.voided || began <= last.began,
  };
  const begun: Period = {
    sectionId,
    began,
    recordedAt: now,
    by,
    voided: false,
    ...(stated && { stated }),
    ...(ended && { ended, end }),
  };
  return periods.toSpliced(position, 1, moved, begun);
};

export const isAlreadyEnded = (
  periods: Period[],
  { how, asStranger = false }: PeriodEnd,
  now: Date,
): boolean =>
  periods.at(-1)?.end?.how === how &&
  !isOpen(periods, now) &&
  (!asStranger || periods.every(({ voided }) => voided));

export const toMembershipPeriod = ({
  began,
  recordedAt,
  ended,
  end,
  source: _source,
  unasked: _unasked,
  stated: _stated,
  ...period
}: Period): MembershipPeriod => ({
  ...period,
  began: began.toISOString(),
  recordedAt: recordedAt.toISOString(),
  ...(ended ? { ended: ended.toISOString() } : {}),
  ...(end ? { end: { ...end, recordedAt: end.recordedAt.toISOString() } } : {}),
});
