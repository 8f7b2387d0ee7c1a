import type { DayCounts, DayOverview } from '@qr-attendance/contracts';
import { isUnconfirmed } from '../../../core/sessions/rules/session-answers.ts';
import { stateOf, type Session } from '../../../core/sessions/rules/session.ts';

export type DayState = keyof DayCounts;

export const stateToday = (session: Session, isProven: boolean, now: Date): DayState => {
  const state = stateOf(session, now);
  if (state !== 'ended') return state;
  return isUnconfirmed(session, now) && !isProven ? 'unconfirmed' : 'held';
};

const countsOf = (sessions: { state: DayState }[]): DayCounts => {
  const counts = { scheduled: 0, running: 0, held: 0, unconfirmed: 0, canceled: 0 };
  for (const { state } of sessions) counts[state] += 1;
  return counts;
};

interface Unit {
  id: string;
  name: string;
}

export const countByUnit = (
  sessions: { state: DayState; unitId: string | undefined }[],
  units: Unit[],
): Omit<DayOverview, 'day'> => {
  const byUnit = Map.groupBy(sessions, ({ unitId }) => unitId);
  const named = units
    .filter(({ id }) => byUnit.has(id))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ id, name }) => ({ _id: id, name, ...countsOf(byUnit.get(id) ?? []) }));
  const unitIds = new Set(units.map(({ id }) => id));
  const others = sessions.filter(({ unitId }) => unitId === undefined || !unitIds.has(unitId));
  return {
    ...countsOf(sessions),
    units: others.length > 0 ? [...named, countsOf(others)] : named,
  };
};
