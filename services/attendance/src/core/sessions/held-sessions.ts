import type { HeldSession } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { isoMoment } from '../../db/sql.ts';
import { inCoursesSql } from './session-conditions.ts';

export interface SessionPosition {
  startTime: string;
  id: string;
}

export const HELD_SESSION = `
  jsonb_build_object('_id', s.id, 'date', s.session_date, 'startTime', ${isoMoment('s.start_time')}, 'active', s.active,
                     'endedAt', CASE WHEN NOT s.active THEN ${isoMoment('s.ended_at')} END)`;

export const listHeldSessions = async (
  pool: Pool,
  courseId: string,
  limit: number,
  { before, sectionIds }: { before?: SessionPosition | undefined; sectionIds?: string[] | undefined } = {},
): Promise<HeldSession[]> => {
  const { rows } = await pool.query<{ session: HeldSession }>(
    `SELECT jsonb_strip_nulls(${HELD_SESSION}) AS session FROM sessions s
      WHERE ${inCoursesSql('ARRAY[$1]')} AND canceled_at IS NULL AND start_time <= now()
        AND ($3::timestamptz IS NULL OR (start_time, id) < ($3, $4))
        AND ($5::text[] IS NULL OR section_ids IS NULL OR section_ids && $5)
      ORDER BY start_time DESC, id DESC LIMIT $2`,
    [courseId, limit, before && new Date(before.startTime), before?.id, sectionIds],
  );
  return rows.map(({ session }) => session);
};
