import { GRID_SESSIONS, type CourseGrid, type HeldSession } from '@qr-attendance/contracts';
import { encodeCursor } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { ofCourses } from '../attendance/statements.ts';
import { isoMoment } from '../db/sql.ts';
import { type ListStudentTotals, type StudentTotalsFilter, toStudentRate } from './student-rates.ts';

export interface SessionPosition {
  startTime: string;
  id: string;
}

export const HELD_SESSION = `
  jsonb_build_object('_id', s.id, 'date', s.session_date, 'startTime', ${isoMoment('s.start_time')}, 'active', s.active,
                     'endedAt', CASE WHEN NOT s.active THEN ${isoMoment('s.ended_at')} END)`;

export const createCourseGrids = (pool: Pool) => ({
  sessions: async (
    courseId: string,
    limit: number,
    before?: SessionPosition,
    sectionIds?: string[],
  ): Promise<HeldSession[]> => {
    const { rows } = await pool.query<{ session: HeldSession }>(
      `SELECT jsonb_strip_nulls(${HELD_SESSION}) AS session FROM sessions s
        WHERE ${ofCourses('ARRAY[$1]')} AND canceled_at IS NULL AND start_time <= now()
          AND ($3::timestamptz IS NULL OR (start_time, id) < ($3, $4))
          AND ($5::text[] IS NULL OR section_ids IS NULL OR section_ids && $5)
        ORDER BY start_time DESC, id DESC LIMIT $2`,
      [courseId, limit, before && new Date(before.startTime), before?.id, sectionIds],
    );
    return rows.map(({ session }) => session);
  },
  statuses: async (
    courseId: string,
    studentIds: string[],
    sessionIds: string[],
    onlySections?: string[],
  ): Promise<Map<string, (string | null)[]>> => {
    const { rows } = await pool.query<{ student_id: string; statuses: Record<string, string> }>(
      `SELECT student_id, jsonb_object_agg(session_id, status) AS statuses FROM current_records
        WHERE session_id = ANY($2) AND student_id = ANY($1) AND course_id = $4 AND NOT canceled
          AND ($3::text[] IS NULL OR section_id = ANY ($3)) GROUP BY student_id`,
      [studentIds, sessionIds, onlySections, courseId],
    );
    const found = new Map(rows.map(({ student_id, statuses }) => [student_id, statuses]));
    return new Map(
      studentIds.map((id) => [id, sessionIds.map((session) => found.get(id)?.[session] ?? null)]),
    );
  },
});

interface Asked extends StudentTotalsFilter {
  before?: SessionPosition | undefined;
}
export interface ReadingGrid {
  courseGrids: ReturnType<typeof createCourseGrids>;
  listStudentTotals: ListStudentTotals;
}

export const readCourseGrid = async (
  { courseGrids, listStudentTotals }: ReadingGrid,
  { before, ...filter }: Asked,
  limit: number,
): Promise<CourseGrid> => {
  const rates = (await listStudentTotals(filter, limit)).map(toStudentRate);
  const found = await courseGrids.sessions(filter.courseId, GRID_SESSIONS + 1, before, filter.sectionIds);
  const sessions = found.slice(0, GRID_SESSIONS);
  const last = found.length > GRID_SESSIONS ? sessions.at(-1) : undefined;
  const statuses = await courseGrids.statuses(
    filter.courseId,
    rates.map(({ student }) => student._id),
    sessions.map(({ _id }) => _id),
    filter.onlySections,
  );
  return {
    sessions,
    ...(last && { olderSessions: encodeCursor([last.startTime, last._id]) }),
    students: rates.map((rate) => ({ ...rate, statuses: statuses.get(rate.student._id) ?? [] })),
  };
};
