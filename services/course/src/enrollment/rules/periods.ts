import type { enrollmentEndSchema } from '@qr-attendance/contracts';
import type { MembershipPeriod } from '@qr-attendance/contracts/events';
import { conflict } from '@qr-attendance/server';
import type { z } from 'zod';

type End = NonNullable<MembershipPeriod['end']>;

export interface Period extends Pick<MembershipPeriod, 'sectionId' | 'by' | 'voided'> {
  began: Date;
  recordedAt: Date;
  ended?: Date | undefined;
  end?: (Pick<End, 'how' | 'by'> & { recordedAt: Date }) | undefined;
  /** The student whose record was merged into this one, and had the period. */
  source?: string | undefined;
}

export interface Ending {
  how: z.output<typeof enrollmentEndSchema>;
  by: string | null;
  /** The student never belonged to the course, so no period counts. */
  asStranger?: boolean;
}

/** More than a student ever joins a course, and few enough for one event. */
const MAX_PERIODS = 100;

export interface Joining {
  sectionId: string;
  by: string;
}

export const beginPeriod = (
  periods: Period[],
  { sectionId, by }: Joining,
  now: Date,
  wanted = now,
): Period[] => {
  if (periods.length >= MAX_PERIODS)
    throw conflict('joined_too_often', 'This student has joined and left this course too often.');
  const lastEnd = periods.at(-1)?.ended ?? wanted;
  // Clocks of replicas differ, and periods must not overlap.
  const began = lastEnd > wanted ? lastEnd : wanted;
  return [...periods, { sectionId, began, recordedAt: now, by, voided: false }];
};

export const endPeriod = (
  periods: Period[],
  { how, by, asStranger = false }: Ending,
  now: Date,
): Period[] => {
  const last = periods.at(-1);
  if (!last) return periods;
  const ended = last.ended ?? (last.began > now ? last.began : now);
  const kept = asStranger ? periods.map((period) => ({ ...period, voided: true })) : periods;
  return [
    ...kept.slice(0, -1),
    { ...last, ended, end: { how, by, recordedAt: now }, voided: last.voided || asStranger },
  ];
};

/** The period never counted. Periods are never deleted. */
export const voidPeriod = (period: Period, now: Date): Period[] =>
  endPeriod([period], { how: 'LEFT', by: null, asStranger: true }, now);

/**
 * A move before the last period began corrects that period's section: the student never belonged to the former
 * one.
 */
export const movePeriod = (
  periods: Period[],
  { sectionId, by, at }: Joining & { at: Date },
  now: Date,
): Period[] => {
  const last = periods.at(-1);
  if (!last) return periods;
  const before = periods.findLast(({ voided }, index) => index < periods.length - 1 && !voided);
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
  return beginPeriod([...periods.slice(0, -1), moved], { sectionId, by }, now, began);
};

/** The end would change nothing. */
export const isEndedSo = (periods: Period[], { how, asStranger = false }: Ending): boolean =>
  periods.at(-1)?.end?.how === how && (!asStranger || periods.every(({ voided }) => voided));

export const toMembershipPeriod = ({
  began,
  recordedAt,
  ended,
  end,
  source: _source,
  ...period
}: Period): MembershipPeriod => ({
  ...period,
  began: began.toISOString(),
  recordedAt: recordedAt.toISOString(),
  ...(ended ? { ended: ended.toISOString() } : {}),
  ...(end ? { end: { ...end, recordedAt: end.recordedAt.toISOString() } } : {}),
});
