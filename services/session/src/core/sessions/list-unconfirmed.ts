import { manyCoursesFilter } from './many-courses.ts';
import type { Session, SessionPosition } from './rules/session.ts';
import type { SessionFilter } from './session-query.ts';
import type { Sessions } from './sessions.ts';
import type { Marks } from '../../projections/projections.ts';

const BATCH = 200;

/** Excludes sessions that a manual mark proves; marks are not in the collection of sessions. */
export const listUnconfirmed = async (
  { sessions, marks }: { sessions: Sessions; marks: Marks },
  { courseIds, ...others }: SessionFilter,
  limit: number,
  after?: SessionPosition,
): Promise<Session[]> => {
  // The condition on sections already includes the courses.
  const isWanted = others.only ? undefined : manyCoursesFilter(courseIds);
  const filter = isWanted || !courseIds ? others : { ...others, courseIds };
  const unconfirmed: Session[] = [];
  for (let position = after; ;) {
    const batch = await sessions.list({ ...filter, unconfirmed: true }, BATCH, position);
    const readable = batch.filter(isWanted ?? Boolean);
    const proven = await marks.whichProve(readable);
    unconfirmed.push(...readable.filter(({ id }) => !proven.has(id)));
    if (unconfirmed.length >= limit || batch.length < BATCH) return unconfirmed.slice(0, limit);
    position = batch.at(-1);
  }
};
