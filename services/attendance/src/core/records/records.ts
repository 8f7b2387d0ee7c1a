import type { AttendanceRecord, AttendanceStatus, Flag, SelfiePrompt } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { FLAGS_SQL, flagRowsSql } from '../flags/flags.ts';
import { recordsOf } from '../people/merges.ts';
import { type RecordKey, recordIdOf } from './record-id.ts';
import { RISK_SCORE, SIGNAL_ROWS } from '../flags/risk-signals.ts';
import { lookupSql } from '../../db/sql.ts';
import type { StudentGroup } from '../../projections/visible.ts';
import { DURING_SESSION } from '../sessions/session-conditions.ts';
import { lookUpCorrection } from '../audit/audit-entries.ts';
import { scanMoment } from './current-records.ts';

export interface RecordRow {
  session_id: string;
  student_id: string;
  student_name: string | null;
  student_email: string | null;
  student_usn: string | null;
  student_reg_no: string | null;
  student_erased: boolean | null;
  student_registered: boolean | null;
  course_id: string;
  course_name: string | null;
  course_code: string | null;
  session_date: string;
  start_time: Date;
  section_id: string | null;
  marked_at: Date;
  scanned_at: Date | null;
  status: AttendanceStatus;
  canceled: boolean;
  ended: boolean;
  version: number;
  reviewed_at: Date | null;
  corrected_at: Date | null;
  has_selfie: boolean;
  selfie_prompt: SelfiePrompt | null;
  disputed_at: Date | null;
  dispute_note: string | null;
  dispute_answered_at: Date | null;
  dispute_answer: string | null;
  flags: Flag[] | null;
  risk: number | null;
  answered_at: Date | null;
  missed_at: Date | null;
  is_guest: boolean | null;
}

/**
 * SQL: no membership covers the session, as in the view `attendance`. Records that count have a membership.
 */
export const IS_GUEST = `
  a.counts IS NOT TRUE AND (SELECT NOT EXISTS (SELECT FROM memberships m
                      WHERE m.student_id = a.student_id AND ${DURING_SESSION}
                        AND (s.ended_at IS NULL OR m.began <= s.ended_at))
    FROM sessions s WHERE s.id = a.session_id)`;
const FLAGS_AND_SCORE = `
  SELECT ${FLAGS_SQL} AS flags, ${RISK_SCORE} AS risk
    FROM ${flagRowsSql('a')} LEFT JOIN ${SIGNAL_ROWS} ON signal.reason = f.reason
   WHERE a.flagged`;
/** Shows an open dispute of a merged record until it is answered. */
const DISPUTE = `
  SELECT at, note, answered_at, answer FROM disputes
   WHERE a.disputed AND session_id = a.session_id AND student_id = ANY (${recordsOf('a.student_id')})
   ORDER BY answered_at IS NULL DESC, at DESC LIMIT 1`;
const OWN = (columns: string, table: string, alias: string, condition = 'true') =>
  lookupSql(
    columns,
    table,
    alias,
    `${condition} AND session_id = a.session_id AND student_id = a.student_id`,
  );
/** @param page selects rows `a` of `computed_records` or `currentRecords`; joins run only on this page */
export const selectRecords = (page: string): string => `
  SELECT a.session_id, a.student_id, a.course_id, a.session_date, a.start_time, a.marked_at, ${scanMoment('a')} AS scanned_at, a.status,
         a.canceled, a.ended, a.version, a.section_id,
         p.name AS student_name, p.email AS student_email, p.usn AS student_usn, p.reg_no AS student_reg_no,
         p.erased AS student_erased, p.registered AS student_registered,
         c.name AS course_name, c.code AS course_code,
         d.decided_at AS reviewed_at, correction.at AS corrected_at,
         f.taken_at IS NOT NULL AS has_selfie, f.prompt AS selfie_prompt,
         o.at AS disputed_at, o.note AS dispute_note, o.answered_at AS dispute_answered_at, o.answer AS dispute_answer,
         g.flags, g.risk,
         l.answered_at, l.missed_at,
         (${IS_GUEST}) AS is_guest
    FROM ${page} a
    ${lookupSql('name, email, usn, reg_no, erased, registered', 'people', 'p', 'id = a.student_id')}
    ${lookupSql('name, code', 'courses', 'c', 'id = a.course_id')}
    ${OWN('decided_at', 'decisions', 'd', `a.cause = 'decision'`)}
    ${lookUpCorrection('a.session_id', 'a.student_id')}
    ${OWN('taken_at, prompt', 'selfies', 'f')}
    LEFT JOIN LATERAL (${DISPUTE}) AS o ON true
    ${OWN('answered_at, missed_at', 'presence_checks', 'l')}
    LEFT JOIN LATERAL (${FLAGS_AND_SCORE}) AS g ON true`;

const toDispute = (row: RecordRow): AttendanceRecord['dispute'] =>
  row.disputed_at && row.dispute_note !== null
    ? {
        note: row.dispute_note,
        at: row.disputed_at.toISOString(),
        ...(row.dispute_answered_at && row.dispute_answer !== null
          ? { answer: row.dispute_answer, answeredAt: row.dispute_answered_at.toISOString() }
          : {}),
      }
    : undefined;

const toPresenceCheck = ({
  answered_at: answeredAt,
  missed_at: missedAt,
}: RecordRow): Partial<AttendanceRecord> => {
  if (answeredAt) return { presenceCheck: { answeredAt: answeredAt.toISOString() } };
  return missedAt ? { presenceCheck: { missed: true } } : {};
};

export const toRecord = (row: RecordRow): AttendanceRecord => ({
  _id: recordIdOf({ sessionId: row.session_id, studentId: row.student_id }),
  student: { _id: row.student_id, name: row.student_name ?? '', email: row.student_email ?? '' },
  session: {
    _id: row.session_id,
    course: { _id: row.course_id, name: row.course_name ?? '', code: row.course_code ?? '' },
    date: row.session_date,
    startTime: row.start_time.toISOString(),
    ...(row.canceled ? { canceled: true } : {}),
  },
  timestamp: row.marked_at.toISOString(),
  ...(row.scanned_at ? { scannedAt: row.scanned_at.toISOString() } : {}),
  status: row.status,
  ...(row.is_guest && { guest: true }),
  ...toPresenceCheck(row),
  ...(row.reviewed_at ? { reviewedAt: row.reviewed_at.toISOString() } : {}),
  ...(row.corrected_at ? { correctedAt: row.corrected_at.toISOString() } : {}),
  ...(row.disputed_at ? { dispute: toDispute(row) } : {}),
  // Students see flags only after the session, so that they cannot probe the detection.
  ...(row.flags && row.ended ? { flags: row.flags } : {}),
});

export const toTeachersRecord = (row: RecordRow): AttendanceRecord => {
  const record = toRecord(row);
  return {
    ...record,
    student: {
      ...record.student,
      ...(row.student_usn && { usn: row.student_usn }),
      ...(row.student_reg_no && { regNo: row.student_reg_no }),
    },
    version: row.version,
    hasSelfie: row.has_selfie,
    ...(row.selfie_prompt && { selfiePrompt: row.selfie_prompt }),
    flags: row.flags ?? [],
    ...(row.risk ? { risk: row.risk } : {}),
  };
};

export interface FoundRecord {
  record: AttendanceRecord;
  isErased: boolean;
  group: StudentGroup;
  version: number;
}
const toFound = (row: RecordRow): FoundRecord => ({
  record: toTeachersRecord(row),
  isErased: row.student_erased ?? false,
  group: { courseId: row.course_id, sectionId: row.section_id },
  version: row.version,
});

const PAGE = `
  (SELECT * FROM computed_records WHERE session_id = $1 AND student_id = ANY ((SELECT $2::uuid[])::uuid[])
    ORDER BY marked_at, student_id)`;

export const createRecords = (pool: Pool) => {
  /** The statement is prepared, because planning it takes longer than executing it. */
  const read = async (sessionId: string, studentIds: string[]): Promise<RecordRow[]> => {
    const text = `${selectRecords(PAGE)} ORDER BY a.marked_at, a.student_id`;
    const values = [sessionId, studentIds];
    return (await pool.query<RecordRow>({ name: 'records-of-students', text, values })).rows;
  };
  return {
    find: async ({ sessionId, studentId }: RecordKey): Promise<FoundRecord | undefined> =>
      (await read(sessionId, [studentId])).map(toFound)[0],
    findOwn: async ({ sessionId, studentId }: RecordKey): Promise<AttendanceRecord | undefined> =>
      (await read(sessionId, [studentId])).map(toRecord)[0],
    findSome: async (sessionId: string, studentIds: string[]): Promise<FoundRecord[]> =>
      (await read(sessionId, studentIds)).map(toFound),
  };
};
