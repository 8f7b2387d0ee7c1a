import type { Session } from '@qr-attendance/contracts';
import { campusClock, endOfDay, startOfDay } from '@qr-attendance/web-kit';
import { useSessions } from '../api/list-sessions.ts';
import { groupSessions, type SessionGroupName } from './group-sessions.ts';

interface Choice {
  courseId?: string | undefined;
  active?: boolean | undefined;
  /** First and last day of the start, as days on campus. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Classes to come are listed a few at a time, so that they bury nothing. */
const UPCOMING = 5;
const TODAY = 50;

const latest = (...days: (string | undefined)[]): string | undefined => days.filter(Boolean).sort().at(-1);
const earliest = (...days: (string | undefined)[]): string | undefined => days.filter(Boolean).sort()[0];
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** My sessions in groups, each read from the server by itself. */
export const useSessionGroups = ({ courseId, active, from, to }: Choice, pageSize?: number) => {
  const { day: today } = campusClock(new Date());
  const useDays = (
    first: string | undefined,
    last: string | undefined,
    { enabled = true, ...choice }: Partial<Parameters<typeof useSessions>[0]>,
    size?: number,
  ) => {
    const [firstDay, lastDay] = [latest(first, from), earliest(last, to)];
    return useSessions(
      {
        courseId,
        active,
        ...choice,
        from: firstDay && startOfDay(firstDay),
        to: lastDay && endOfDay(lastDay),
        enabled: enabled && (!firstDay || !lastDay || firstDay <= lastDay),
      },
      { first: size, further: pageSize },
    );
  };
  const queries = {
    // Those that began before today, too.
    running: useDays(undefined, today, { active: true, enabled: active !== false }, TODAY),
    today: useDays(today, today, { order: 'oldest' }, TODAY),
    upcoming: useDays(dayAfter(today, 1), undefined, { order: 'oldest' }, UPCOMING),
    past: useDays(undefined, dayAfter(today, -1), {}, pageSize),
  };
  // One that is not asked for may still hold what was found before.
  const all = Object.values(queries).filter(({ isEnabled }) => isEnabled);
  const sessions = (): Session[] =>
    all.flatMap(({ data }) => data?.pages.flatMap(({ items }) => items) ?? []);
  const isPending = all.some(({ isLoading }) => isLoading);
  const failed = all.find(({ error, data }) => error && !data);
  const isComplete = !failed && all.every(({ data }) => data !== undefined);
  return {
    pagesOf: (name: SessionGroupName) => queries[name],
    query: {
      data: isComplete ? groupSessions(sessions(), today) : undefined,
      error: failed?.error ?? null,
      failureReason: all.find(({ failureReason, data }) => failureReason && !data)?.failureReason ?? null,
      isPending,
      refetch: () => Promise.all(all.filter(({ error }) => error).map(({ refetch }) => refetch())),
    },
  };
};
