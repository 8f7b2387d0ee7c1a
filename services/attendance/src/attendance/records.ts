import type { AttendanceRecord } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { isoMoment, lookUp } from '../db/sql.ts';
import { studentInfo } from '../projections/student-info.ts';
import type { StudentGroup } from '../projections/visible.ts';
import { FLAGS } from './flags.ts';
import type { RecordKey } from './record-id.ts';
import { SCORE, SIGNAL_ROWS } from './signals.ts';
import { DURING_SESSION } from './statements.ts';

export interface FoundRecord {
  record: AttendanceRecord;
  isErased: boolean;
  group: StudentGroup;
  version: number;
}

/** Students see flags after the session only, or they could try out what is noticed. */
const RECORD = `
  jsonb_build_object(
    '_id', a.session_id || '-' || a.student_id,
    'student', jsonb_build_object('_id', a.student_id, 'name', coalesce(p.name, ''), 'email', coalesce(p.email, '')),
    'session', jsonb_build_object(
      '_id', a.session_id, 'date', a.session_date, 'startTime', ${isoMoment('a.start_time')},
      'course', jsonb_build_object('_id', a.course_id, 'name', coalesce(c.name, ''), 'code', coalesce(c.code, '')),
      'canceled', CASE WHEN a.canceled THEN true END),
    'timestamp', ${isoMoment('a.marked_at')}, 'status', a.status,
    'presenceCheck', CASE WHEN l.answered_at IS NOT NULL THEN jsonb_build_object('answeredAt', ${isoMoment('l.answered_at')})
                          WHEN l.missed_at IS NOT NULL THEN jsonb_build_object('missed', true) END,
    'reviewedAt', ${isoMoment('d.decided_at')},
    'dispute', CASE WHEN o.at IS NOT NULL THEN jsonb_build_object(
      'note', o.note, 'at', ${isoMoment('o.at')}, 'answer', o.answer, 'answeredAt', ${isoMoment('o.answered_at')}) END,
    'flags', CASE WHEN a.ended THEN g.flags END)`;
/** No membership covers the session, as in the view `attendance`. */
const IS_GUEST = `
  SELECT NOT EXISTS (SELECT FROM memberships m
                      WHERE m.student_id = a.student_id AND ${DURING_SESSION}
                        AND (s.ended_at IS NULL OR m.began <= s.ended_at))
    FROM sessions s WHERE s.id = a.session_id`;
const TEACHERS_RECORD = `
  ${RECORD} || jsonb_build_object(
    'student', ${studentInfo('a.student_id')} - 'registered', 'version', a.version,
    'guest', CASE WHEN (${IS_GUEST}) THEN true END, 'hasSelfie', f.taken_at IS NOT NULL, 'selfiePrompt', f.prompt,
    'flags', coalesce(g.flags, '[]'), 'risk', nullif(g.risk, 0))`;

const FLAGS_AND_SCORE = `
  SELECT ${FLAGS} AS flags, ${SCORE} AS risk FROM flags f LEFT JOIN ${SIGNAL_ROWS} ON signal.reason = f.reason
   WHERE f.session_id = a.session_id AND f.student_id = a.student_id`;
const OWN = (columns: string, table: string, alias: string, condition = 'true') =>
  lookUp(columns, table, alias, `${condition} AND session_id = a.session_id AND student_id = a.student_id`);
/**
 * @param page rows `a` of `computed_records` or `current_records`; joins follow the choice, so that a page costs a
 * page
 */
export const selectRecords = (page: string, reader: 'student' | 'teacher'): string => `
  SELECT jsonb_strip_nulls(${reader === 'teacher' ? TEACHERS_RECORD : RECORD}) AS record,
         coalesce(p.erased, false) AS "isErased", a.version,
         jsonb_build_object('courseId', a.course_id, 'sectionId', a.section_id) AS "group"
    FROM ${page} a
    ${lookUp('name, email, usn, reg_no, registered, erased', 'people', 'p', 'id = a.student_id')}
    ${lookUp('name, code', 'courses', 'c', 'id = a.course_id')}
    ${OWN('decided_at', 'decisions', 'd', `a.cause = 'decision'`)}
    ${OWN('taken_at, prompt', 'selfies', 'f')}
    ${OWN('at, note, answered_at, answer', 'disputes', 'o', 'a.disputed')}
    ${OWN('answered_at, missed_at', 'presence_checks', 'l')}
    LEFT JOIN LATERAL (${FLAGS_AND_SCORE} AND a.flagged) AS g ON true`;

const PAGE = `
  (SELECT * FROM computed_records WHERE session_id = $1 AND student_id = ANY ((SELECT $2::uuid[])::uuid[])
    ORDER BY marked_at, student_id)`;

export const createRecords = (pool: Pool) => {
  /** The statement is prepared, as planning takes longer than answering. */
  const read = async (
    reader: 'student' | 'teacher',
    sessionId: string,
    studentIds: string[],
  ): Promise<FoundRecord[]> => {
    const text = `${selectRecords(PAGE, reader)} ORDER BY a.marked_at, a.student_id`;
    const values = [sessionId, studentIds];
    return (await pool.query<FoundRecord>({ name: `records-for-${reader}`, text, values })).rows;
  };
  return {
    find: async ({ sessionId, studentId }: RecordKey): Promise<FoundRecord | undefined> =>
      (await read('teacher', sessionId, [studentId]))[0],
    findOwn: async ({ sessionId, studentId }: RecordKey): Promise<AttendanceRecord | undefined> =>
      (await read('student', sessionId, [studentId]))[0]?.record,
    findSome: (sessionId: string, studentIds: string[]): Promise<FoundRecord[]> =>
      read('teacher', sessionId, studentIds),
  };
};
