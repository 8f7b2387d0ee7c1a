import type { Session } from '@qr-attendance/contracts';
import { campusClock, endOfDay, startOfDay } from '@qr-attendance/web-kit';
import { useSessions } from '../api/sessions.ts';
import { groupSessions, type SessionGroupName } from './group-sessions.ts';

interface Choice {
  courseId?: string | undefined;
  active?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Shows few upcoming sessions at a time, so that they do not hide the others. */
const UPCOMING_PAGE_SIZE = 5;
const TODAY_PAGE_SIZE = 50;

const latest = (...days: (string | undefined)[]): string | undefined => days.filter(Boolean).sort().at(-1);
const earliest = (...days: (string | undefined)[]): string | undefined => days.filter(Boolean).sort()[0];
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const campusToday = (): string => campusClock(new Date()).day;

export const useSessionGroups = ({ courseId, active, from, to }: Choice, pageSize?: number) => {
  const today = campusToday();
  const within = (first: string | undefined, last: string | undefined) => {
    const [firstDay, lastDay] = [latest(first, from), earliest(last, to)];
    return {
      courseId,
      active,
      from: firstDay && startOfDay(firstDay),
      to: lastDay && endOfDay(lastDay),
      enabled: !firstDay || !lastDay || firstDay <= lastDay,
    };
  };
  const begun = within(undefined, today);
  const queries = {
    // Includes sessions that began before today.
    running: useSessions(
      { ...begun, active: true, enabled: begun.enabled && active !== false },
      { first: TODAY_PAGE_SIZE, further: pageSize },
    ),
    today: useSessions(
      { ...within(today, today), order: 'oldest' },
      { first: TODAY_PAGE_SIZE, further: pageSize },
    ),
    upcoming: useSessions(
      { ...within(dayAfter(today, 1), undefined), order: 'oldest' },
      { first: UPCOMING_PAGE_SIZE, further: pageSize },
    ),
    past: useSessions(within(undefined, dayAfter(today, -1)), { first: pageSize, further: pageSize }),
  };
  // A disabled query may still contain earlier rows.
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
      refetch: () =>
        Promise.all(
          all.filter(({ error, data }) => error ?? data === undefined).map(({ refetch }) => refetch()),
        ),
    },
  };
};
