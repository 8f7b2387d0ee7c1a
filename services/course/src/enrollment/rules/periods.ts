import type { enrollmentEndSchema } from '@qr-attendance/contracts';
import type { MembershipPeriod } from '@qr-attendance/contracts/events';
import { DomainError } from '@qr-attendance/server';
import type { z } from 'zod';

type End = NonNullable<MembershipPeriod['end']>;

export interface Period extends Pick<MembershipPeriod, 'by' | 'voided'> {
  began: Date;
  recordedAt: Date;
  ended?: Date | undefined;
  end?: (Pick<End, 'how' | 'by'> & { recordedAt: Date }) | undefined;
}

export interface Ending {
  how: z.output<typeof enrollmentEndSchema>;
  by: string | null;
  /** The student never belonged to the course, so no period counts. */
  asStranger?: boolean;
}

/** More than a student ever joins a course, and few enough for one event. */
const MAX_PERIODS = 100;

export const beginPeriod = (periods: Period[], by: string, now: Date): Period[] => {
  if (periods.length >= MAX_PERIODS)
    throw new DomainError(
      'conflict',
      'joined_too_often',
      'This student has joined and left this course too often.',
    );
  const lastEnd = periods.at(-1)?.ended ?? now;
  // Clocks of replicas differ, and periods must not overlap.
  const began = lastEnd > now ? lastEnd : now;
  return [...periods, { began, recordedAt: now, by, voided: false }];
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

/** The end would change nothing. */
export const isEndedSo = (periods: Period[], { how, asStranger = false }: Ending): boolean =>
  periods.at(-1)?.end?.how === how && (!asStranger || periods.every(({ voided }) => voided));

export const toMembershipPeriod = ({
  began,
  recordedAt,
  ended,
  end,
  ...period
}: Period): MembershipPeriod => ({
  ...period,
  began: began.toISOString(),
  recordedAt: recordedAt.toISOString(),
  ...(ended ? { ended: ended.toISOString() } : {}),
  ...(end ? { end: { ...end, recordedAt: end.recordedAt.toISOString() } } : {}),
});
