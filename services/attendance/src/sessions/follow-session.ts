import { routes } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { recordAbsences } from '../absences/absences.ts';
import type { Context } from '../context.ts';
import { FOLLOW_SESSION, HAS_EARLY_ABSENCES, LATE_FROM } from './follow-session-statement.ts';

/** Longer than a rolling upgrade takes, and than a mark can be under way. */
const WATCHED = `interval '1 day'`;

/** Whether the session `$1` has changed in a way that its marks must follow. */
const DIFFERS = `
  SELECT (s.marks_date IS DISTINCT FROM s.session_date
       OR s.marks_late_from IS DISTINCT FROM ${LATE_FROM}
       OR coalesce(s.marks_canceled, false) <> (s.canceled_at IS NOT NULL)
       OR s.active AND s.absences_at IS NOT NULL) AS differs
    FROM sessions s WHERE s.id = $1 FOR UPDATE`;
/** No absences are written for a canceled session, by whatever release; they are pending again once it is active. */
const FOLLOWED = `
  UPDATE sessions s
     SET marks_date = s.session_date, marks_late_from = ${LATE_FROM}, marks_canceled = s.canceled_at IS NOT NULL,
         marks_watched_until = now() + ${WATCHED},
         absences_at = CASE WHEN s.canceled_at IS NOT NULL THEN coalesce(s.absences_at, now())
                            WHEN s.active OR s.marks_canceled THEN NULL ELSE s.absences_at END,
         position_salt = CASE WHEN s.active THEN coalesce(s.position_salt, gen_random_uuid()) ELSE s.position_salt END
   WHERE s.id = $1`;

/** Marks that follow what becomes of their sessions. */
export const makeSessionMarks = (pool: Pool) => ({
  /**
   * Makes the marks of a session follow it where that has changed, or where they are to be compared in any case.
   * @returns how many changed
   */
  follow: async (sessionId: string, compare = false): Promise<number> => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<{ differs: boolean }>(DIFFERS, [sessionId]);
      const differs = rows[0]?.differs ?? false;
      const early = !differs && (await client.query<{ found: boolean }>(HAS_EARLY_ABSENCES, [sessionId]));
      const changes = differs || compare || (early && early.rows[0]?.found === true);
      const followed = changes && (await client.query<{ changed: number }>(FOLLOW_SESSION, [sessionId]));
      if (differs) await client.query(FOLLOWED, [sessionId]);
      await client.query('COMMIT');
      return followed ? (followed.rows[0]?.changed ?? 0) : 0;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  },
  /** Sessions that changed lately, whose marks may have been written by what did not know of it. */
  listWatched: async (): Promise<string[]> => {
    await pool.query('UPDATE sessions SET marks_watched_until = NULL WHERE marks_watched_until <= now()');
    const { rows } = await pool.query<{ id: string }>(
      'SELECT id FROM sessions WHERE marks_watched_until > now() ORDER BY id',
    );
    return rows.map(({ id }) => id);
  },
  /** Sessions that a replica of the release before wrote down, from after an id on. */
  listUnheard: async (after: string, limit: number): Promise<{ id: string; version: number }[]> => {
    const { rows } = await pool.query<{ id: string; version: number }>(
      `SELECT id, version FROM sessions WHERE heard_version IS DISTINCT FROM version AND id > $1 ORDER BY id LIMIT $2`,
      [after, limit],
    );
    return rows;
  },
  /** Its owner has said all there is to say of this version. */
  markHeard: async (id: string, version: number): Promise<void> => {
    await pool.query('UPDATE sessions SET heard_version = version WHERE id = $1 AND version = $2', [
      id,
      version,
    ]);
  },
});

type Following = Pick<
  Context,
  'sessions' | 'sessionMarks' | 'projections' | 'absences' | 'campusTimeZone' | 'writeMarks' | 'wakeRelay'
>;

/** Does what follows from a session as it is known here: its marks, and once it has ended absences. */
export const followSession = async (
  context: Following,
  sessionId: string,
  compare = false,
): Promise<void> => {
  const changed = await context.sessionMarks.follow(sessionId, compare);
  if (changed > 0) context.wakeRelay();
  if (!compare || changed > 0) await recordAbsences(context, sessionId);
};

/** Sessions asked for at a time. */
const BATCH = 20;

/**
 * Asks the owner for sessions that a replica of the release before wrote down: it leaves out whether they are canceled. An
 * owner of that release does not say so either, and is asked again.
 */
const hearAgain = async (context: Following & Pick<Context, 'owners'>): Promise<void> => {
  const { sessionMarks, projections, owners } = context;
  for (let after = ''; ;) {
    const unheard = await sessionMarks.listUnheard(after, BATCH);
    for (const { id, version } of unheard) {
      const told = await owners.session.get(routes.session.getSessionInternal, { id });
      if (told) await projections.saveSession(told);
      if (!told || told.canceledAt !== undefined) await sessionMarks.markHeard(id, version);
      await followSession(context, id);
    }
    const last = unheard.at(-1);
    if (!last || unheard.length < BATCH) return;
    after = last.id;
  }
};

/** Looks after sessions that changed while marks were under way, or while older replicas were at work. */
export const followChangedSessions = async (
  context: Following & Pick<Context, 'owners' | 'log'>,
): Promise<void> => {
  await hearAgain(context).catch((error: unknown) =>
    context.log.warn({ err: error }, 'sessions were not asked for, trying again later'),
  );
  for (const sessionId of await context.sessionMarks.listWatched())
    await followSession(context, sessionId, true).catch((error: unknown) =>
      context.log.warn(
        { err: error, sessionId },
        'marks do not follow their session yet, trying again later',
      ),
    );
};
