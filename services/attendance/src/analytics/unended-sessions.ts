/**
 * Rates count a session once it has ended. Roll-ups hold each mark from the moment it is made, so marks of sessions `s` that
 * have not ended, which are few, are taken off again: `s.active` and what finds these sessions are to follow.
 */
export const MARKS_OF_UNENDED = `(
  sessions s JOIN marks m ON m.session_id = s.id AND m.canceled_status IS NULL)`;

const less = (status: string, column: string) => `-(m.status = '${status}')::int AS ${column}`;
/** A mark `m` as columns that take it off the sums of a roll-up. */
export const LESS_MARKS = [
  less('PRESENT', 'present'),
  less('LATE', 'late'),
  less('ABSENT', 'absent'),
  less('EXCUSED', 'excused'),
].join(', ');

/** Whether the session of a mark `m` has ended. */
export const HAS_ENDED = `NOT EXISTS (SELECT FROM sessions s WHERE s.id = m.session_id AND s.active)`;
