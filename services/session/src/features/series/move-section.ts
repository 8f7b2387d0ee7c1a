import type { SectionMove } from '@qr-attendance/contracts';
import { RETRY, retryOnConflict } from '@qr-attendance/server';
import type { SeriesStore } from '../../core/series/series.ts';
import { isHeld, type Session } from '../../core/sessions/rules/session.ts';
import { toMoved } from '../../core/sessions/rules/transitions.ts';
import { ALL, type Sessions } from '../../core/sessions/sessions.ts';
import type { Marks } from '../../projections/projections.ts';
import { coversSection, moveSeries, moveSession } from './rules/move-section.ts';

interface MoveSectionDeps {
  series: SeriesStore;
  sessions: Sessions;
  marks: Marks;
  clock: () => Date;
}

const hasTakenPlace = async ({ marks }: MoveSectionDeps, sessions: Session[]): Promise<boolean> => {
  if (sessions.some(isHeld)) return true;
  const [marked, proven] = await Promise.all([
    marks.whichHave(sessions.map(({ id }) => id)),
    marks.whichProve(sessions),
  ]);
  return marked.size > 0 || proven.size > 0;
};

/**
 * Moves the series and classes of a section to another course (rule 12 of statements). Series are moved
 * first, so that no class is created in the previous course in the meantime. A repeated call moves the rest.
 * @returns whether the section can move, or has moved
 */
export const moveSection = async (
  context: MoveSectionDeps,
  { by, dryRun, ...move }: SectionMove,
): Promise<{ isMoved: boolean }> => {
  const { series: store, sessions, clock } = context;
  const listSessions = async () => {
    const found = await sessions.list({ courseIds: [move.from], now: clock() }, ALL);
    return found.filter((session) => coversSection(session, move));
  };
  if (await hasTakenPlace(context, await listSessions())) return { isMoved: false };
  if (dryRun) return { isMoved: true };
  await retryOnConflict('series of a section', async () => {
    for (const series of await store.listAllOf(move.from)) {
      const moved = moveSeries(series, move);
      if (moved && !(await store.moveToCourse(series, moved, { at: clock(), by, change: 'imported' })))
        return RETRY;
    }
    return undefined;
  });
  await retryOnConflict('classes of a section', async () => {
    for (const session of await listSessions()) {
      const moved = moveSession(session, move);
      if (moved !== session && !(await sessions.save(toMoved(moved, { by, at: clock() })))) return RETRY;
    }
    return undefined;
  });
  return { isMoved: true };
};
