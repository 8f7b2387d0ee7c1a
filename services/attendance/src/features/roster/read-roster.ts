import type { Actor, ParallelClass, Roster, RosterCounts, StudentInfo } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { findStaleSessions } from '../../core/records/current-records.ts';
import {
  IS_GUEST,
  type RecordRow,
  selectRecords,
  toRecord,
  toTeachersRecord,
} from '../../core/records/records.ts';
import { inSectionsSql } from '../../core/sessions/session-conditions.ts';
import type { Owners, StaffedSession } from '../../core/owners/owners.ts';
import { restrictedTo, visibleParameters } from '../../projections/visible.ts';

/** The limit is enough for all but the largest classes. */
const MAX_ENTRIES = 2_000;

/** `marked_at` is null without a record. */
interface RosterRow extends Omit<RecordRow, 'marked_at'> {
  marked_at: Date | null;
  enrolled_at: Date | null;
  member_section_id: string | null;
  elsewhere: ParallelClass | null;
}

/**
 * SQL: students who are currently in the session's courses and sections, and all who have a record.
 * @param others selects further students
 */
const pageOf = (records: string, others = ''): string => `
  (SELECT $1 AS session_id, student_id, coalesce(r.course_id, x.course_id, s.course_id) AS course_id,
          coalesce(r.section_id, x.section_id) AS section_id, r.session_date, r.start_time, r.marked_at, r.scanned_at, r.status, r.cause,
          r.canceled, r.ended, r.counts, r.version, r.disputed, r.flagged
     FROM (SELECT DISTINCT m.student_id FROM sessions s JOIN members m ON ${inSectionsSql('m')}
            WHERE s.id = $1 AND m.active ${others}) AS l
     FULL JOIN (SELECT * FROM ${records} WHERE session_id = $1) AS r USING (student_id)
     JOIN sessions s ON s.id = $1
     LEFT JOIN (SELECT * FROM session_students WHERE session_id = $1) AS x USING (student_id)
    WHERE $2::uuid IS NULL OR student_id > $2)`;

/**
 * SQL: students for whom a parallel class counts instead. Students who moved to the section of that class are no longer
 * listed here.
 */
const ELSEWHERE = `
  elsewhere AS MATERIALIZED (
    SELECT student_id, jsonb_build_object('courseId', course_id, 'sectionId', section_id, 'attended', attended) AS elsewhere
      FROM counted_elsewhere WHERE session_id = $1 AND EXISTS (SELECT FROM parallel_sessions WHERE session_id = $1))`;
const MOVED_AWAY = 'UNION SELECT student_id FROM elsewhere';

const listRoster = async (
  pool: Pool,
  { id, courseIds, visible }: Pick<StaffedSession, 'id' | 'courseIds' | 'visible'>,
  after: string | undefined,
  limit: number,
): Promise<RosterRow[]> => {
  // Reads records of the whole class from the cache, unless one of them is stale.
  const isCached = (await findStaleSessions(pool, { courseIds, sessionId: id })).length === 0;
  const { rows } = await pool.query<RosterRow>({
    name: isCached ? 'cached-roster' : 'roster',
    text: `
      WITH ${ELSEWHERE}
      SELECT a.*, e.enrolled_at, e.section_id AS member_section_id, w.elsewhere
        FROM (${selectRecords(pageOf(isCached ? 'records' : 'computed_records', MOVED_AWAY))}) AS a
        LEFT JOIN members e ON e.course_id = a.course_id AND e.student_id = a.student_id AND e.active
        LEFT JOIN elsewhere w ON w.student_id = a.student_id
       WHERE ${restrictedTo('a', '$4', '$5')}
       ORDER BY a.student_id LIMIT $3`,
    values: [id, after, limit, ...visibleParameters(visible)],
  });
  return rows;
};

export const countRoster = async (
  { pool, owners }: RosterDeps,
  caller: Actor,
  { sessionId }: { sessionId: string },
): Promise<RosterCounts> => {
  const { id, courseIds, visible } = await owners.findSessionFor(sessionId, caller, 'readCourse');
  const isCached = (await findStaleSessions(pool, { courseIds, sessionId: id })).length === 0;
  const { rows } = await pool.query<RosterCounts>({
    name: isCached ? 'cached-roster-counts' : 'roster-counts',
    text: `
      SELECT count(*)::int AS students, (count(*) FILTER (WHERE a.status IN ('PRESENT', 'LATE')))::int AS marked
        FROM ${pageOf(isCached ? 'records' : 'computed_records')} AS a
       WHERE ${restrictedTo('a', '$3', '$4')} AND (a.marked_at IS NULL OR NOT (${IS_GUEST}))`,
    values: [id, undefined, ...visibleParameters(visible)],
  });
  return rows[0] ?? { students: 0, marked: 0 };
};

const toMark = (row: RecordRow): Roster['entries'][number]['mark'] => {
  const { student: _listed, session: _ofAll, ...mark } = toTeachersRecord(row);
  return mark;
};

const hasRecord = (row: RosterRow): row is RosterRow & RecordRow => row.marked_at !== null;

const toStudent = (row: RosterRow): StudentInfo => ({
  _id: row.student_id,
  name: row.student_name ?? '',
  email: row.student_email ?? '',
  ...(row.student_usn && { usn: row.student_usn }),
  ...(row.student_reg_no && { regNo: row.student_reg_no }),
  ...(row.student_registered === false && { registered: false }),
});

export interface RosterDeps {
  pool: Pool;
  owners: Pick<Owners, 'findSessionFor'>;
}

export const readRoster = async (
  { pool, owners }: RosterDeps,
  caller: Actor,
  { sessionId, after }: { sessionId: string; after?: string | undefined },
): Promise<Roster> => {
  const staffed = await owners.findSessionFor(sessionId, caller, 'readCourse');
  const rows = await listRoster(pool, staffed, after, MAX_ENTRIES + 1);
  const listed = rows.slice(0, MAX_ENTRIES);
  const first = listed.find(hasRecord);
  const last = rows.length > MAX_ENTRIES ? listed.at(-1) : undefined;
  return {
    ...(first && { session: toRecord(first).session }),
    entries: listed.map((row) => {
      const sectionId = row.section_id ?? row.member_section_id;
      return {
        student: toStudent(row),
        ...(row.enrolled_at && { enrolledAt: row.enrolled_at.toISOString() }),
        ...(staffed.courseIds.length > 1 && { courseId: row.course_id }),
        ...(sectionId !== null && { sectionId }),
        ...(hasRecord(row) && { mark: toMark(row) }),
        ...(row.elsewhere && { elsewhere: row.elsewhere }),
      };
    }),
    ...(last && { next: last.student_id }),
  };
};
