import { courseIdsOf, type Session } from './rules/session.ts';

/** The sessions of more courses are read among those of all, which costs less than looking for each. */
const MAX_LOOKED_UP = 500;

/** @returns chooses the sessions of so many courses; undefined for a few, which are looked up */
export const manyCoursesFilter = (
  courseIds: string[] | undefined,
): ((session: Session) => boolean) | undefined => {
  if (!courseIds || courseIds.length <= MAX_LOOKED_UP) return undefined;
  const wanted = new Set(courseIds);
  return (session) => courseIdsOf(session).some((id) => wanted.has(id));
};
