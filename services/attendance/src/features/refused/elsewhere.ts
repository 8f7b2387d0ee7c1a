import {
  routes,
  type Actor,
  type ClassElsewhere,
  type Coordinates,
  type MovedClass,
} from '@qr-attendance/contracts';
import type { SessionState } from '@qr-attendance/contracts/events';
import { conflict, notFound } from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { Attendance } from '../../core/create-attendance.ts';
import { judgeTime } from '../../core/scans/rules/judge-time.ts';
import { deleteOld } from '../../db/delete-old.ts';
import type { Owners } from '../../core/owners/owners.ts';
import { findCluster, type Cluster } from './rules/find-cluster.ts';

/** How long positions are kept: teachers notice within minutes that their class is in another room. */
const RETENTION_MINUTES = 120;
/** More than the largest hall has; limits the comparison of the cluster with all attempts. */
const MAX_POSITIONS = 2_000;

/**
 * Positions of members whose last attempt was rejected for being too far away, and the number of members who
 * tried.
 */
const readPositions = async (
  pool: Pool,
  sessionId: string,
): Promise<{ outside: Coordinates[]; tried: number }> => {
  const { rows } = await pool.query<Coordinates & { tried: number }>(
    `WITH class AS (
       SELECT m.student_id FROM sessions s JOIN members m ON m.course_id = ANY (s.course_ids) AND m.active WHERE s.id = $1
     ), refused AS (
       SELECT r.latitude, r.longitude, r.at FROM refused_tries r JOIN class USING (student_id)
        WHERE r.session_id = $1
          AND NOT EXISTS (SELECT FROM scans c WHERE c.session_id = $1 AND c.student_id = r.student_id)
     ), tried AS (
       SELECT (SELECT count(*) FROM refused)
            + (SELECT count(*) FROM scans c JOIN class USING (student_id) WHERE c.session_id = $1) AS tried
     )
     SELECT p.latitude, p.longitude, tried.tried::int FROM tried LEFT JOIN (
       SELECT latitude, longitude FROM refused WHERE latitude IS NOT NULL ORDER BY at DESC LIMIT $2) AS p ON true`,
    [sessionId, MAX_POSITIONS],
  );
  return { outside: rows.filter(({ latitude }) => latitude !== null), tried: rows[0]?.tried ?? 0 };
};

export const deleteOldPositions = (pool: Pool): Promise<void> =>
  deleteOld(
    pool,
    ['refused_tries', 'session_id, student_id'],
    `latitude IS NOT NULL AND (at < now() - make_interval(mins => $1)
       OR NOT EXISTS (SELECT FROM sessions s WHERE s.id = session_id AND s.active))`,
    [RETENTION_MINUTES],
    { change: 'UPDATE refused_tries SET latitude = NULL, longitude = NULL' },
  );

interface ElsewhereDeps {
  pool: Pool;
  clock: () => Date;
}

const clusterOf = async (
  { pool, clock }: ElsewhereDeps,
  session: SessionState,
): Promise<(Cluster & { tried: number }) | undefined> => {
  if (!session.location || judgeTime(session, clock(), false)) return undefined;
  const { outside, tried } = await readPositions(pool, session.id);
  const found = findCluster(session.location, outside, tried);
  return found && { ...found, tried };
};

/** Does not return the location itself, because the teacher knows where the class is. */
export const findElsewhere = async (
  context: ElsewhereDeps,
  session: SessionState,
): Promise<{ elsewhere?: ClassElsewhere }> => {
  const found = await clusterOf(context, session);
  return found ? { elsewhere: { students: found.students, tried: found.tried, meters: found.meters } } : {};
};

export interface MoveClassDeps extends ElsewhereDeps {
  owners: Pick<Owners, 'clients' | 'findSessionFor'>;
  attendance: Pick<Attendance, 'saveSession'>;
}

export const moveClass = async (
  context: MoveClassDeps,
  caller: Actor,
  sessionId: string,
): Promise<MovedClass> => {
  const session = await context.owners.findSessionFor(sessionId, caller, 'manageSessions');
  const cluster = await clusterOf(context, session);
  if (!cluster)
    throw conflict('not_elsewhere', 'Too few students of this class are together outside its location.');
  const moved = await context.owners.clients.session.post(routes.session.moveSessionInternal, {
    params: { id: sessionId },
    body: { by: caller.id, location: cluster.center },
  });
  if (!moved) throw notFound('Session');
  await context.attendance.saveSession(moved);
  return { students: cluster.students, ...(moved.room ? { room: moved.room } : {}) };
};
