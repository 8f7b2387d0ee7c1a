import type { Pool } from 'pg';
import { recordsOf } from '../people/merges.ts';
import { COUNTED_TOTALS, COUNT_TOTALS } from '../recounts/counts.ts';

interface Reader {
  courseIds?: string[] | undefined;
  studentId?: string | undefined;
  courseId?: string | undefined;
  sessionId?: string | undefined;
}

const SESSIONS_OF_COURSES = (courses: string) => `
  SELECT s.id FROM ${courses} AS q CROSS JOIN LATERAL (
    SELECT id FROM sessions WHERE course_id = q.course_id
     UNION ALL SELECT id FROM sessions WHERE joint_course_ids @> ARRAY[q.course_id] OFFSET 0) AS s`;

/** Looks up each course separately, so that queued rows of other courses are not read. */
const OF_COURSES = `
  WITH queued AS MATERIALIZED (
    SELECT DISTINCT c.course_id, q.session_id FROM unnest($1::text[]) AS c (course_id)
     CROSS JOIN LATERAL (SELECT session_id FROM recounts WHERE course_id = c.course_id OFFSET 0) AS q
  )
  SELECT id FROM (
    SELECT session_id AS id FROM queued WHERE session_id IS NOT NULL
     UNION ${SESSIONS_OF_COURSES('(SELECT course_id FROM queued WHERE session_id IS NULL)')}) AS stale
   WHERE $2::text IS NULL OR id = $2`;

/**
 * The sessions that wait for a recount of the student, or of everybody in one of the student's courses. The first
 * scan in an ended session changes everybody's record. Guests see a change of a whole session only after its
 * recount.
 */
const OF_STUDENT = `
  WITH queued AS MATERIALIZED (
    SELECT course_id, session_id FROM recounts WHERE student_id = ANY (${recordsOf('$1')})
     UNION
    SELECT m.course_id, q.session_id FROM members m
     CROSS JOIN LATERAL (SELECT session_id, student_id FROM recounts WHERE course_id = m.course_id OFFSET 0) AS q
     WHERE m.student_id = $1
       AND (q.student_id IS NULL OR EXISTS (SELECT FROM sessions s WHERE s.id = q.session_id AND s.ended_at IS NOT NULL))
  )
  SELECT id FROM (
    SELECT session_id AS id FROM queued WHERE session_id IS NOT NULL
     UNION ${SESSIONS_OF_COURSES('(SELECT course_id FROM queued WHERE session_id IS NULL)')}) AS stale
   WHERE $2::text IS NULL OR id = $2`;

/**
 * Finds the requested sessions whose cached records are stale. Only these are computed during a request,
 * however many others are queued. The statement is planned each time, because the queue is usually empty, and
 * a plan for an empty table would scan a long one.
 */
export const findStaleSessions = async (
  database: Pick<Pool, 'query'>,
  { courseIds, studentId, courseId, sessionId }: Reader,
): Promise<string[]> => {
  const courses = courseIds ?? (courseId === undefined ? [] : [courseId]);
  const [text, whose] = studentId === undefined ? [OF_COURSES, courses] : [OF_STUDENT, studentId];
  const { rows } = await database.query<{ id: string }>(text, [whose, sessionId]);
  return rows.map(({ id }) => id);
};

/** Prefix for names of prepared statements, which differ if stale sessions are computed. */
export const statementPrefixOf = (stale: string[]): '' | 'current-' => (stale.length > 0 ? 'current-' : '');

/**
 * @returns the parameter with the stale sessions for the functions below; undefined without stale sessions
 */
export const pushStaleSessions = (values: unknown[], staleSessions: string[]): string | undefined =>
  staleSessions.length > 0 ? `$${values.push(staleSessions)}` : undefined;

/** SQL: current records, from the cache, and from the view for stale sessions. */
export const currentRecords = (stale: string | undefined): string =>
  stale === undefined
    ? 'records'
    : `(SELECT * FROM records WHERE session_id <> ALL (${stale}::text[])
         UNION ALL SELECT * FROM computed_records WHERE session_id = ANY (${stale}::text[]))`;

/** SQL: current counts by session and course. Sessions without records may be missing. */
export const currentSessionCounts = (stale: string | undefined): string =>
  stale === undefined
    ? 'session_counts'
    : `(SELECT session_id, course_id, session_date, start_time, present, late, absent, excused,
               counted_present, counted_late, counted_absent, counted_excused
          FROM session_counts WHERE session_id <> ALL (${stale}::text[])
         UNION ALL
        SELECT session_id, course_id, session_date, start_time, ${COUNT_TOTALS}, ${COUNTED_TOTALS}
          FROM computed_records a WHERE session_id = ANY (${stale}::text[]) AND NOT canceled
         GROUP BY session_id, course_id, session_date, start_time)`;

/**
 * SQL: the counts of each student in a course, as `counted_…`.
 * @param sections counts only classes of these sections
 */
export const countsOfStudents = (
  stale: string | undefined,
  course: string,
  sections: string | undefined,
): string =>
  stale === undefined && sections === undefined
    ? `SELECT * FROM member_counts WHERE course_id = ${course}`
    : `SELECT student_id, ${COUNTED_TOTALS} FROM ${currentRecords(stale)} AS a
        WHERE course_id = ${course} AND counts ${sections === undefined ? '' : `AND section_id = ANY (${sections}::text[])`}
        GROUP BY student_id`;

/** The time of a record is the scan's. Records without a scan have only the day of their class, as absences do. */
export const scanMoment = (record: string): string =>
  `(CASE WHEN ${record}.status <> 'ABSENT' THEN ${record}.scanned_at END)`;
