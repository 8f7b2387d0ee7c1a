import type { Session } from '@qr-attendance/contracts';
import { stateOf } from '../session-state.ts';

export const sessionGroupNames = ['running', 'today', 'upcoming', 'past'] as const;
export type SessionGroupName = (typeof sessionGroupNames)[number];

const byStart = (one: Session, other: Session): number =>
  Date.parse(one.startTime) - Date.parse(other.startTime) || one._id.localeCompare(other._id);

export const groupSessions = (
  sessions: Session[],
  today: string,
  now = Date.now(),
): Record<SessionGroupName, Session[]> => {
  const groups: Record<SessionGroupName, Session[]> = { running: [], today: [], upcoming: [], past: [] };
  const unique = new Map(sessions.map((session) => [session._id, session]));
  for (const session of [...unique.values()].sort(byStart)) {
    if (stateOf(session, now) === 'running') groups.running.unshift(session);
    else if (session.date === today) groups.today.push(session);
    else if (session.date > today) groups.upcoming.push(session);
    else groups.past.unshift(session);
  }
  return groups;
};
