import { MAX_TERM_DAYS, type TermDetails } from '@qr-attendance/contracts';
import { daysBetween } from '@qr-attendance/server';

type Days = Pick<TermDetails, 'firstDay' | 'lastDay'>;
type TermBreak = TermDetails['breaks'][number];

export type TermDaysProblem =
  | { problem: 'ends before start' | 'too long' }
  | { problem: 'break ends before start' | 'break outside'; name: string }
  | { problem: 'breaks overlap'; name: string; other: string };

const daysIn = ({ firstDay, lastDay }: Days): number => daysBetween(firstDay, lastDay) + 1;

const findOverlap = (breaks: TermBreak[]): TermDaysProblem | undefined => {
  const ordered = breaks.toSorted((one, other) => (one.firstDay < other.firstDay ? -1 : 1));
  for (const [index, { kind, name, firstDay }] of ordered.entries()) {
    const earlier = ordered.slice(0, index).find((one) => one.kind === kind && one.lastDay >= firstDay);
    if (earlier) return { problem: 'breaks overlap', name: earlier.name, other: name };
  }
  return undefined;
};

/** The first problem with the days of a term. ISO days are compared as texts. */
export const findTermDaysProblem = (
  term: Pick<TermDetails, 'firstDay' | 'lastDay' | 'breaks'>,
): TermDaysProblem | undefined => {
  const { firstDay, lastDay, breaks } = term;
  if (lastDay < firstDay) return { problem: 'ends before start' };
  if (daysIn(term) > MAX_TERM_DAYS) return { problem: 'too long' };
  for (const termBreak of breaks) {
    if (termBreak.lastDay < termBreak.firstDay)
      return { problem: 'break ends before start', name: termBreak.name };
    if (termBreak.firstDay < firstDay || termBreak.lastDay > lastDay)
      return { problem: 'break outside', name: termBreak.name };
  }
  return findOverlap(breaks);
};
