import { MAX_STUDENT_SESSIONS, type CourseStudent, type StudentSession } from '@qr-attendance/contracts';
import { notFound } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { FLAGS_OF } from '../../core/flags/flags.ts';
import { HELD_SESSION } from '../../core/sessions/held-sessions.ts';
import { recordsOf } from '../../core/people/merges.ts';
import {
  countsOfStudents,
  currentRecords,
  findStaleSessions,
  pushStaleSessions,
  scanMoment,
} from '../../core/records/current-records.ts';
import { courseSql, inCoursesSql, wereInSections } from '../../core/sessions/session-conditions.ts';
import { lookUpCorrection } from '../../core/audit/audit-entries.ts';
import { restrictedTo } from '../../projections/visible.ts';
import { isoMoment } from '../../db/sql.ts';
import { type StudentTotals, toStudentRate, TOTALS } from './student-rates.ts';
import { trendOf } from './rules/trend.ts';

type StudentRow = StudentTotals & Pick<CourseStudent, 'course' | 'enrolled'>;
interface SessionRow {
  session: StudentSession;
  status: string | null;
  counts: boolean;
}

const MARK = `
  CASE WHEN a.status IS NOT NULL THEN jsonb_build_object(
    '_id', s.id || '-' || $2, 'status', a.status, 'needsReview', a.to_review,
    'timestamp', ${isoMoment(scanMoment('a'))}, 'correctedAt', ${isoMoment('correction.at')},
    'recorded', CASE a.cause WHEN 'session_ended' THEN 'absent_at_end' WHEN 'presence_check' THEN 'presence_check_missed'
                             WHEN 'decision' THEN (
                               SELECT l.action FROM audit_log l
                                WHERE l.session_id = s.id AND l.student_id = ANY (${recordsOf('$2')}) AND l.to_status IS NOT NULL
                                  AND l.action NOT IN ('marked', 'registered') ORDER BY l.at DESC LIMIT 1)
                             ELSE 'marked' END) END`;
const NOTES = `
  SELECT coalesce(jsonb_agg(jsonb_build_object('at', l.at, 'action', l.action, 'text', t.text) ORDER BY l.at), '[]')
    FROM audit_log l JOIN audit_texts t ON t.audit_id = l.id WHERE l.session_id = s.id AND l.student_id = ANY (${recordsOf('$2')})`;

export const findStudentOfCourse = async (
  pool: Pool,
  courseId: string,
  studentId: string,
  onlySections?: string[],
): Promise<StudentRow | undefined> => {
  const staleSessions = await findStaleSessions(pool, { courseId });
  const values: unknown[] = [courseId, studentId, onlySections];
  const stale = pushStaleSessions(values, staleSessions);
  const counts = countsOfStudents(stale, '$1', onlySections && '$3');
  const { rows } = await pool.query<StudentRow>(
    `SELECT ${TOTALS}, e.active AS enrolled, jsonb_build_object('_id', c.id, 'name', c.name, 'code', c.code) AS course
       FROM members e
       JOIN people p ON p.id = e.student_id AND NOT p.erased
       JOIN courses c ON c.id = e.course_id
       LEFT JOIN (SELECT * FROM (${counts}) AS all_students WHERE student_id = $2) AS t ON true
      WHERE e.course_id = $1 AND e.student_id = $2 AND ($3::text[] IS NULL OR ${wereInSections('$3')})`,
    values,
  );
  return rows[0];
};

export const listSessionsOfStudent = async (
  pool: Pool,
  courseId: string,
  studentId: string,
  limit: number,
  onlySections?: string[],
): Promise<SessionRow[]> => {
  const staleSessions = await findStaleSessions(pool, { courseId });
  const values: unknown[] = [courseId, studentId, limit, onlySections];
  const stale = pushStaleSessions(values, staleSessions);
  const { rows } = await pool.query<SessionRow>(
    `SELECT a.status, coalesce(a.counts, false) AS counts,
            jsonb_strip_nulls(${HELD_SESSION} || jsonb_build_object(
              'mark', ${MARK}, 'elsewhere', e.elsewhere, 'flags', coalesce((${FLAGS_OF('s')}), '[]'), 'notes', (${NOTES}))) AS session
       FROM (SELECT s.*
               FROM (SELECT id, id AS session_id, $2::uuid AS student_id, course_id, joint_course_ids, section_ids, session_date,
                            start_time, active, ended_at, canceled_at FROM sessions) AS s
              WHERE ${restrictedTo('s', 'ARRAY[]', '$4')} AND ${inCoursesSql('ARRAY[$1]')} AND s.canceled_at IS NULL
                AND ${courseSql('s')} = $1
                AND (s.start_time <= now() AND (s.section_ids IS NULL OR EXISTS (
                       SELECT FROM memberships m WHERE m.course_id = $1 AND m.student_id = $2 AND NOT m.voided
                          AND m.section_id = ANY (s.section_ids)))
                  OR EXISTS (SELECT FROM scans WHERE session_id = s.id AND student_id = ANY (${recordsOf('$2')}))
                  OR EXISTS (SELECT FROM decisions WHERE session_id = s.id AND student_id = ANY (${recordsOf('$2')}) AND status IS NOT NULL))
              ORDER BY s.start_time DESC, s.id DESC LIMIT $3) AS s
       LEFT JOIN LATERAL (SELECT status, counts, scanned_at, cause, to_review FROM ${currentRecords(stale)} AS a
                           WHERE a.session_id = s.id AND a.student_id = $2 OFFSET 0) AS a ON true
       ${lookUpCorrection('s.id', '$2::uuid')}
       LEFT JOIN LATERAL (SELECT jsonb_build_object('courseId', course_id, 'sectionId', section_id, 'attended', attended) AS elsewhere FROM counted_elsewhere
                           WHERE session_id = s.id AND student_id = $2 AND NOT coalesce(a.counts, false)
                             AND s.section_ids IS NOT NULL LIMIT 1) AS e ON true
      ORDER BY s.start_time DESC, s.id DESC`,
    values,
  );
  return rows;
};

export const readCourseStudent = async (
  pool: Pool,
  courseId: string,
  studentId: string,
  onlySections?: string[],
): Promise<CourseStudent> => {
  const student = await findStudentOfCourse(pool, courseId, studentId, onlySections);
  if (!student) throw notFound('Student');
  const { course, enrolled, ...totals } = student;
  const sessions = await listSessionsOfStudent(pool, courseId, studentId, MAX_STUDENT_SESSIONS, onlySections);
  return {
    ...toStudentRate(totals),
    course,
    enrolled,
    trend: trendOf(sessions, totals).map(({ session: { _id, date }, attendancePercentage }) => ({
      session: _id,
      date,
      attendancePercentage,
    })),
    sessions: sessions.map(({ session }) => session),
  };
};
