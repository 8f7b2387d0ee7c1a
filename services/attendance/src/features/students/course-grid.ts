import { GRID_SESSIONS_LIMIT, type CourseGrid } from '@qr-attendance/contracts';
import { encodeCursor } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { listHeldSessions, type SessionPosition } from '../../core/sessions/held-sessions.ts';
import { currentRecords, findStaleSessions, pushStaleSessions } from '../../core/records/current-records.ts';
import { listStudentRates, type StudentRatesFilter } from './student-rates.ts';

export const readStatuses = async (
  pool: Pool,
  courseId: string,
  studentIds: string[],
  sessionIds: string[],
  onlySections?: string[],
): Promise<Map<string, (string | null)[]>> => {
  const staleSessions = await findStaleSessions(pool, { courseId });
  const values: unknown[] = [studentIds, sessionIds, onlySections, courseId];
  const stale = pushStaleSessions(values, staleSessions);
  const { rows } = await pool.query<{ student_id: string; statuses: Record<string, string> }>(
    `SELECT student_id, jsonb_object_agg(session_id, status) AS statuses FROM ${currentRecords(stale)} AS r
      WHERE session_id = ANY($2) AND student_id = ANY($1) AND course_id = $4 AND NOT canceled
        AND ($3::text[] IS NULL OR section_id = ANY ($3)) GROUP BY student_id`,
    values,
  );
  const statusesByStudent = new Map(rows.map(({ student_id, statuses }) => [student_id, statuses]));
  return new Map(
    studentIds.map((id) => [id, sessionIds.map((session) => statusesByStudent.get(id)?.[session] ?? null)]),
  );
};

interface GridFilter extends StudentRatesFilter {
  before?: SessionPosition | undefined;
}

export const readCourseGrid = async (
  pool: Pool,
  { before, ...filter }: GridFilter,
  limit: number,
): Promise<CourseGrid> => {
  const { courseId, sectionIds, onlySections } = filter;
  const rates = await listStudentRates(pool, filter, limit);
  const heldSessions = await listHeldSessions(pool, courseId, GRID_SESSIONS_LIMIT + 1, {
    before,
    sectionIds,
  });
  const sessions = heldSessions.slice(0, GRID_SESSIONS_LIMIT);
  const last = heldSessions.length > GRID_SESSIONS_LIMIT ? sessions.at(-1) : undefined;
  const statuses = await readStatuses(
    pool,
    courseId,
    rates.map(({ student }) => student._id),
    sessions.map(({ _id }) => _id),
    onlySections,
  );
  return {
    sessions,
    ...(last && { olderSessions: encodeCursor([last.startTime, last._id]) }),
    students: rates.map((rate) => ({ ...rate, statuses: statuses.get(rate.student._id) ?? [] })),
  };
};
