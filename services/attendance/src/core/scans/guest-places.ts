/** Bounds what strangers can add to a roster. */
const MAX_GUESTS = 100;
/** The share of accounts that nobody vouches for, as one person can register a hundred. */
const MAX_UNPROVEN_GUESTS = 20;

/** SQL: whether anybody can have registered the account with an address of somebody else. */
const isUnproven = (student: string): string =>
  `EXISTS (SELECT FROM people u WHERE u.id = ${student} AND NOT u.proven)`;

/**
 * SQL: the number of places in a session that are free for a student in none of its courses. Members whose section the
 * session does not cover need none.
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
