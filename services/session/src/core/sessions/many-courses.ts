import { courseIdsOf, type Session } from './rules/session.ts';

/** For more courses, reading all sessions is cheaper than a lookup per course. */
const MAX_LOOKED_UP = 500;

/** @returns a filter for the sessions of many courses; undefined for few courses, which are looked up */
export const manyCoursesFilter = (
  courseIds: string[] | undefined,
): ((session: Session) => boolean) | undefined => {
  if (!courseIds || courseIds.length <= MAX_LOOKED_UP) return undefined;
  const wanted = new Set(courseIds);
  return (session) => courseIdsOf(session).some((id) => wanted.has(id));
};
