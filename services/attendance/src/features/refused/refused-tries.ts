import type { KeyObject } from 'node:crypto';
import {
  type Coordinates,
  datedTicketClaimsSchema,
  MAX_LOCK_RESETS,
  MAX_OTHER_TRIES,
  proofNameSchema,
  type ProofName,
  type RefusedStudent,
  type RefusedTries,
} from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import { type DomainError, TICKET, verifyToken } from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { RecordKey } from '../../core/records/record-id.ts';
import { deleteOld, olderThanDays } from '../../db/delete-old.ts';
import { isoMoment } from '../../db/sql.ts';
import { studentInfo } from '../../projections/student-info.ts';
import { restrictedTo, type VisibleSections, visibleParameters } from '../../projections/visible.ts';
import { reasonOf } from './rules/reason.ts';

interface Row extends Pick<RefusedStudent, 'student' | 'at' | 'tries' | 'enrolled' | 'locked'> {
  reason: string;
  lockResetAt: string | null;
  proof: unknown;
}
/** More than a course has students. */
const MAX_NAMES = 5_000;

const toRefused = ({ reason, proof, lockResetAt, ...row }: Row): RefusedStudent => ({
  ...row,
  reason: reasonOf(reason),
  ...(proof !== null && { canConfirm: true }),
  ...(lockResetAt !== null && { lockResetAt }),
});

type Action = 'enrolled' | 'lock_reset' | 'device_confirmed' | 'passkey_confirmed';

const SELECT = `
  SELECT ${studentInfo('r.student_id')} AS student, r.reason, ${isoMoment('r.at')} AS at, r.tries,
         CASE WHEN r.reason IN ('device_cooling_down', 'passkey_cooling_down') THEN r.proof END AS proof,
         coalesce(e.active, false) AS enrolled, coalesce(a.locked_until > now(), false) AS locked,
         (SELECT ${isoMoment('max(l.at)')} FROM refused_audit l
           WHERE l.student_id = r.student_id AND l.session_id = r.session_id
             AND l.action = 'lock_reset') AS "lockResetAt"
    FROM refused_tries r
    JOIN sessions s ON s.id = r.session_id
    LEFT JOIN people p ON p.id = r.student_id
    LEFT JOIN LATERAL (SELECT student_id, active FROM members
                        WHERE course_id = ANY (s.course_ids) AND student_id = r.student_id
                        ORDER BY active DESC LIMIT 1) AS e ON true
    LEFT JOIN pin_attempts a ON a.student_id = r.student_id
   WHERE r.session_id = $1`;

/**
 * Ranks students: 2 if enrolled in the course, 1 if enrolled elsewhere, 0 for accounts that may have been
 * created to fill the list.
 */
const KNOWN = `
  CASE WHEN e.student_id IS NOT NULL THEN 2
       WHEN EXISTS (SELECT FROM members o WHERE o.student_id = r.student_id) THEN 1 ELSE 0 END`;

/**
 * `session_ended` never replaces an earlier reason, which is more specific.
 * @param outside the position of a student who was too far away; no answer contains single positions
 */
export const recordTry = async (
  pool: Pool,
  { sessionId, studentId }: RecordKey,
  code: string,
  proof?: ProofName,
  outside?: Coordinates,
): Promise<void> => {
  await pool.query({
    name: 'record-refused-try',
    text: `INSERT INTO refused_tries AS r (session_id, student_id, reason, at, proof, latitude, longitude)
           SELECT $1, $2::uuid, $3, now(), $4::jsonb, $5, $6 WHERE NOT EXISTS (SELECT FROM people WHERE id = $2 AND erased)
           ON CONFLICT (session_id, student_id) DO UPDATE
             SET reason = CASE WHEN excluded.reason = 'session_ended' THEN r.reason ELSE excluded.reason END,
                 at = excluded.at, tries = least(r.tries + 1, 1000), proof = excluded.proof,
                 latitude = excluded.latitude, longitude = excluded.longitude`,
    values: [sessionId, studentId, code, proof ?? null, outside?.latitude, outside?.longitude],
  });
};

export const countUnknownTry = async (pool: Pool, sessionId: string): Promise<void> => {
  await pool.query({
    name: 'count-other-try',
    text: `INSERT INTO refused_others AS o (session_id, tries, at) VALUES ($1, 1, now())
           ON CONFLICT (session_id) DO UPDATE SET tries = o.tries + 1, at = now() WHERE o.tries < $2`,
    values: [sessionId, MAX_OTHER_TRIES],
  });
};

interface RefusalDeps {
  ticketKeys: Map<string, KeyObject>;
  pool: Pool;
  clock: () => Date;
  log: Logger;
}

/**
 * Students are listed until this long after their scan expired, because a scan proves that they saw the code.
 */
const RECENT_MINUTES = 15;
/** These refusals are not caused by the student. */
const NO_FAULT = new Set(['try_again', 'decided_by_teacher']);

/**
 * Records a refusal for the teacher: by name for the student's own ticket, as a capped count for another
 * person's ticket. Without a ticket, records nothing.
 */
export const recordRefusal = async (
  { ticketKeys, pool, clock, log }: RefusalDeps,
  studentId: string,
  ticket: string,
  { code, details }: Pick<DomainError, 'code'> & Partial<Pick<DomainError, 'details'>>,
  position?: Coordinates,
): Promise<void> => {
  if (NO_FAULT.has(code)) return;
  const claims = verifyToken(TICKET, ticketKeys, datedTicketClaimsSchema, ticket, { ignoreExpiration: true });
  if (!claims) return;
  const { sessionId, sub, iat } = claims;
  const ageMinutes = (clock().getTime() / 1_000 - iat) / 60;
  if (ageMinutes > RECENT_MINUTES) return;
  try {
    const proof = proofNameSchema.safeParse(details?.['proof']).data;
    const outside = code === 'outside_radius' ? position : undefined;
    if (sub === studentId) await recordTry(pool, { sessionId, studentId }, code, proof, outside);
    else await countUnknownTry(pool, sessionId);
  } catch (error) {
    log.warn({ err: error, sessionId }, 'rejected attempt not recorded');
  }
};

/**
 * Excludes merged records, because nobody can mark with them any more.
 * @param visible limits the list to these students
 */
export const listTries = async (
  pool: Pool,
  sessionId: string,
  visible?: VisibleSections,
): Promise<RefusedTries> => {
  const { rows } = await pool.query<Row>(
    `${SELECT} AND NOT EXISTS (SELECT FROM person_aliases WHERE alias_id = r.student_id) AND NOT EXISTS (
       SELECT FROM attendance a WHERE a.session_id = $1 AND a.student_id = r.student_id
          AND (a.status <> 'ABSENT' OR a.cause = 'decision')) AND ${restrictedTo('r', '$3', '$4')}
     ORDER BY ${KNOWN} DESC, r.at DESC, r.student_id LIMIT $2`,
    [sessionId, MAX_NAMES, ...visibleParameters(visible)],
  );
  if (visible) return { students: rows.map(toRefused), others: 0 };
  const others = await pool.query<{ tries: number }>(
    'SELECT tries FROM refused_others WHERE session_id = $1',
    [sessionId],
  );
  return { students: rows.map(toRefused), others: others.rows[0]?.tries ?? 0 };
};

/** `proof` is the device or passkey in its cool-down that can be confirmed. */
export const findTry = async (
  pool: Pool,
  { sessionId, studentId }: RecordKey,
): Promise<{ refused: RefusedStudent; proof: ProofName | undefined } | undefined> => {
  const { rows } = await pool.query<Row>(`${SELECT} AND r.student_id = $2`, [sessionId, studentId]);
  return rows[0] && { refused: toRefused(rows[0]), proof: proofNameSchema.safeParse(rows[0].proof).data };
};

export const recordAction = async (
  pool: Pool,
  { sessionId, studentId }: RecordKey,
  actorId: string,
  action: Action,
  proof?: ProofName,
): Promise<void> => {
  await pool.query(
    `WITH confirmed AS (
       UPDATE refused_tries SET proof = NULL WHERE session_id = $1 AND student_id = $2::uuid AND proof = $5::jsonb)
     INSERT INTO refused_audit (session_id, student_id, actor_id, action) VALUES ($1, $2, $3, $4)`,
    [sessionId, studentId, actorId, action, proof ?? null],
  );
};

/** Ends a PIN lock and records it, at most `MAX_LOCK_RESETS` times per session. Of two concurrent resets, the second
 * finds no lock. */
export const resetLock = async (
  pool: Pool,
  { sessionId, studentId }: RecordKey,
  actorId: string,
): Promise<void> => {
  await pool.query(
    `WITH reset AS (
       UPDATE pin_attempts SET failures = 0, locked_until = NULL
        WHERE student_id = $2 AND locked_until > now()
          AND (SELECT count(*) FROM refused_audit
                WHERE student_id = $2 AND session_id = $1 AND action = 'lock_reset') < $4
       RETURNING student_id)
     INSERT INTO refused_audit (session_id, student_id, actor_id, action)
     SELECT $1, student_id, $3::uuid, 'lock_reset' FROM reset`,
    [sessionId, studentId, actorId, MAX_LOCK_RESETS],
  );
};

export const deleteOldTries = async (pool: Pool, days: number): Promise<void> => {
  await deleteOld(pool, ['refused_tries', 'session_id, student_id'], olderThanDays('at'), [days]);
  await deleteOld(pool, ['refused_others', 'session_id'], olderThanDays('at'), [days]);
};
