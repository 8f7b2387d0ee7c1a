/** Maximum number of guests, because strangers can add themselves to a roster. */
const MAX_GUESTS = 100;
/** Maximum number of guests with an unproven account, because one person can register a hundred. */
const MAX_UNPROVEN_GUESTS = 20;

/** SQL: whether anybody could have registered the account with another person's address. */
const isUnproven = (student: string): string =>
  `EXISTS (SELECT FROM people u WHERE u.id = ${student} AND NOT u.proven)`;

/**
 * SQL: the number of free places for guests in a session. Members of its courses, even of other sections,
 * need no place.
 */
export const freeGuestPlacesSql = (session: string, student: string): string => `(
  SELECT least(${MAX_GUESTS} - count(*),
               CASE WHEN ${isUnproven(student)}
                    THEN ${MAX_UNPROVEN_GUESTS} - count(*) FILTER (WHERE ${isUnproven('guest.student_id')}) END)::int
    FROM scans guest
   WHERE guest.session_id = ${session}
     AND NOT EXISTS (SELECT FROM members m
                      WHERE m.student_id = guest.student_id AND m.active
                        AND m.course_id IN (SELECT unnest(l.course_ids) FROM sessions l WHERE l.id = ${session})))`;
