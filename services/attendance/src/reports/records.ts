import type { AttendanceRecord, AttendanceStatus, Flag, SelfiePrompt } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { chooseMarks, COUNTS, NEWEST_FIRST, type MarkFilter, type MarkPosition } from './mark-filter.ts';
import { lookUp } from '../db/look-up.ts';
import { SCORE_OF } from '../risk/signals.ts';
import { makeCountTotals } from './mark-totals.ts';

interface Row {
  id: string;
  student_id: string;
  student_name: string | null;
  student_email: string | null;
  student_usn: string | null;
  student_reg_no: string | null;
  session_id: string;
  course_id: string;
  course_name: string | null;
  course_code: string | null;
  session_date: string;
  start_time: Date | null;
  marked_at: Date;
  status: AttendanceStatus;
  canceled: boolean;
  version: number;
  has_selfie: boolean;
  selfie_prompt: SelfiePrompt | null;
  reviewed_at: Date | null;
  disputed_at: Date | null;
  dispute_note: string | null;
  dispute_answered_at: Date | null;
  dispute_answer: string | null;
  flags: Flag[] | null;
  risk: number | null;
  is_over: boolean | null;
  answered_at: Date | null;
  missed_at: Date | null;
}

/** Flags of a row's session and student, oldest first, as JSON. */
export const FLAGS_OF = (row: string) => `
  SELECT jsonb_agg(jsonb_build_object('reason', f.reason, 'at', f.at) ORDER BY f.at, f.reason)
    FROM mark_flags f WHERE f.session_id = ${row}.session_id AND f.student_id = ${row}.student_id`;
/** `marks`: which marks `m` are told; chosen before anything is joined to them, so that a page costs a page. */
const select = (marks: string) => `
  SELECT m.id, m.student_id, p.name AS student_name, p.email AS student_email, p.usn AS student_usn,
         p.reg_no AS student_reg_no, m.session_id, m.course_id, m.version,
         c.name AS course_name, c.code AS course_code, m.session_date, s.start_time, m.marked_at,
         coalesce(m.canceled_status, m.status) AS status, m.canceled_status IS NOT NULL AS canceled,
         coalesce((SELECT true FROM selfies f WHERE f.mark_id = m.id), false) AS has_selfie,
         (SELECT f.prompt FROM selfies f WHERE f.mark_id = m.id) AS selfie_prompt,
         m.reviewed_at, m.disputed_at, m.dispute_note, m.dispute_answered_at, m.dispute_answer,
         CASE WHEN m.flagged_at IS NOT NULL THEN (${FLAGS_OF('m')}) END AS flags,
         CASE WHEN m.flagged_at IS NOT NULL THEN (${SCORE_OF('m')}) END AS risk, NOT s.active AS is_over,
         l.answered_at, l.missed_at
    FROM ${marks} m
    ${lookUp('name, email, usn, reg_no', 'people', 'p', 'id = m.student_id')}
    ${lookUp('name, code', 'courses', 'c', 'id = m.course_id')}
    ${lookUp('start_time, active', 'sessions', 's', 'id = m.session_id')}
    ${lookUp('answered_at, missed_at', 'second_looks', 'l', 'session_id = m.session_id AND student_id = m.student_id')}`;

const toDispute = (row: Row): AttendanceRecord['dispute'] =>
  row.disputed_at && row.dispute_note !== null
    ? {
        note: row.dispute_note,
        at: row.disputed_at.toISOString(),
        ...(row.dispute_answered_at && row.dispute_answer !== null
          ? { answer: row.dispute_answer, answeredAt: row.dispute_answered_at.toISOString() }
          : {}),
      }
    : undefined;

const toSecondLook = ({ answered_at: answeredAt, missed_at: missedAt }: Row): Partial<AttendanceRecord> => {
  if (answeredAt) return { secondLook: { answeredAt: answeredAt.toISOString() } };
  return missedAt ? { secondLook: { missed: true } } : {};
};

const toRecord = (row: Row): AttendanceRecord => ({
  _id: row.id,
  student: { _id: row.student_id, name: row.student_name ?? '', email: row.student_email ?? '' },
  session: {
    _id: row.session_id,
    course: { _id: row.course_id, name: row.course_name ?? '', code: row.course_code ?? '' },
    date: row.session_date,
    startTime: (row.start_time ?? row.marked_at).toISOString(),
    ...(row.canceled ? { canceled: true } : {}),
  },
  timestamp: row.marked_at.toISOString(),
  status: row.status,
  ...toSecondLook(row),
  ...(row.reviewed_at ? { reviewedAt: row.reviewed_at.toISOString() } : {}),
  ...(row.disputed_at ? { dispute: toDispute(row) } : {}),
  // Why it is looked at is its student's to know; while the session runs it would help those who try out what is noticed.
  ...(row.flags && row.is_over ? { flags: row.flags } : {}),
});

/** Numbers, flags at once, their weight, and whether there is a selfie are for the course's own teacher to know. */
const toTeachersRecord = (row: Row): AttendanceRecord => ({
  ...toRecord(row),
  student: {
    ...toRecord(row).student,
    ...(row.student_usn && { usn: row.student_usn }),
    ...(row.student_reg_no && { regNo: row.student_reg_no }),
  },
  version: row.version,
  hasSelfie: row.has_selfie,
  ...(row.selfie_prompt && { selfiePrompt: row.selfie_prompt }),
  flags: row.flags ?? [],
  ...(row.risk ? { risk: row.risk } : {}),
});

/**
 * Dashboards ask for the newest marks, all or those to be reviewed, again and again: statements that are prepared, as planning one takes
 * longer than answering it. Each other choice of marks is a statement of its own, and asked seldom.
 */
const nameOfNewest = ({
  teacherId,
  studentId: _studentId,
  needsReview,
  ...narrower
}: MarkFilter): string | undefined =>
  Object.values(narrower).some((value) => value !== undefined)
    ? undefined
    : `newest-marks-of-${teacherId === undefined ? 'student' : 'teacher'}${needsReview ? '-to-review' : ''}`;

export const makeRecords = (pool: Pool) => ({
  /** As their teacher sees them. */
  byIds: async (ids: string[]): Promise<AttendanceRecord[]> => {
    // Asked for whatever was just marked, so planned once; by the length of the list, another plan would seem cheaper each time.
    const { rows } = await pool.query<Row>({
      name: 'marks-by-ids',
      text: `${select('marks')} WHERE m.id = ANY ((SELECT $1::uuid[])::uuid[]) ORDER BY m.marked_at`,
      values: [ids],
    });
    return rows.map(toTeachersRecord);
  },

  ofStudentInSession: async (sessionId: string, studentId: string): Promise<AttendanceRecord | undefined> => {
    const { rows } = await pool.query<Row>({
      name: 'record-of-student-in-session',
      text: `${select('marks')} WHERE m.session_id = $1 AND m.student_id = $2`,
      values: [sessionId, studentId],
    });
    return rows[0] && toRecord(rows[0]);
  },

  /** Of some students in a session, as their teacher sees them. */
  ofStudentsInSession: async (sessionId: string, studentIds: string[]): Promise<AttendanceRecord[]> => {
    const { rows } = await pool.query<Row>(
      `${select('marks')} WHERE m.session_id = $1 AND m.student_id = ANY($2::uuid[]) ORDER BY m.marked_at`,
      [sessionId, studentIds],
    );
    return rows.map(toTeachersRecord);
  },

  /** As its student sees it. */
  ofStudent: async (markId: string): Promise<AttendanceRecord | undefined> => {
    const { rows } = await pool.query<Row>(`${select('marks')} WHERE m.id = $1`, [markId]);
    return rows[0] && toRecord(rows[0]);
  },

  /** Newest first; `limit` rows at most. Marks of a canceled session are in the list of that session alone. */
  list: async (filter: MarkFilter, limit: number, after?: MarkPosition): Promise<AttendanceRecord[]> => {
    const { condition, values } = chooseMarks(filter, after);
    const shown = filter.sessionId === undefined ? `${condition} AND ${COUNTS}` : condition;
    const name = after ? undefined : nameOfNewest(filter);
    const parameter = `$${values.push(limit)}`;
    // Hidden from the planner, to which a plan for this very number seems cheaper each time than the one that it keeps.
    const atMost = name ? `(SELECT ${parameter}::int)` : parameter;
    const page = `(SELECT * FROM marks m WHERE ${shown} ORDER BY ${NEWEST_FIRST} LIMIT ${atMost})`;
    const text = `${select(page)} ORDER BY ${NEWEST_FIRST}`;
    const { rows } = await pool.query<Row>({ ...(name && { name }), text, values });
    return rows.map(filter.teacherId ? toTeachersRecord : toRecord);
  },

  totals: makeCountTotals(pool),
});
