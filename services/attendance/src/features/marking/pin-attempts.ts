import { routes } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import {
  createBatcher,
  type InternalClient,
  createPinVerifier,
  type Peppers,
  type PinVerifier,
} from '@qr-attendance/server';
import type { Pool } from 'pg';
import { PIN_LOCK_MINUTES, PIN_TRIES, type PinAttempt } from './rules/judge-proofs.ts';

const PINS_LOCKED: PinAttempt = { granted: false, left: 0 };

const GROUP = 64;

/** Locks rows in a fixed order, so that replicas never deadlock. */
export const pinTriesQuery = (tries: ReadonlyMap<string, number>) => ({
  name: 'reserve-pin-tries',
  text: `INSERT INTO pin_attempts AS a (student_id, failures, locked_until)
         SELECT student_id, tries, CASE WHEN tries >= $3 THEN now() + make_interval(mins => $4) END
           FROM unnest($1::uuid[], $2::integer[]) AS asked (student_id, tries) ORDER BY student_id
         ON CONFLICT (student_id) DO UPDATE SET
           failures = CASE WHEN a.locked_until IS NULL THEN a.failures ELSE 0 END + excluded.failures,
           locked_until = CASE
             WHEN CASE WHEN a.locked_until IS NULL THEN a.failures ELSE 0 END + excluded.failures >= $3
             THEN now() + make_interval(mins => $4) END
          WHERE a.locked_until IS NULL OR a.locked_until <= now()
         RETURNING student_id, failures`,
  values: [[...tries.keys()], [...tries.values()], PIN_TRIES, PIN_LOCK_MINUTES],
});

/**
 * Counts attempts before comparing PINs, so that at most `PIN_TRIES` are compared, even if many arrive at
 * once at several replicas. The last attempt starts the pause; after it, counting restarts.
 */
export const createPinAttempts = (pool: Pool) => ({
  reserve: createBatcher<string, PinAttempt>(async (studentIds) => {
    const tries = new Map<string, number>();
    const positions = studentIds.map((id) => {
      const position = (tries.get(id) ?? 0) + 1;
      tries.set(id, position);
      return position;
    });
    const { rows } = await pool.query<{ student_id: string; failures: number }>(pinTriesQuery(tries));
    const counted = new Map(rows.map(({ student_id, failures }) => [student_id, failures]));
    return studentIds.map((id, index) => {
      const failures = counted.get(id);
      if (failures === undefined) return PINS_LOCKED;
      const own = failures - (tries.get(id) ?? 0) + (positions[index] ?? 0);
      return { granted: own <= PIN_TRIES, left: Math.max(0, PIN_TRIES - own) };
    });
  }, GROUP),
  clear: async (studentId: string): Promise<void> => {
    await pool.query('UPDATE pin_attempts SET failures = 0, locked_until = NULL WHERE student_id = $1', [
      studentId,
    ]);
  },
});

/**
 * Other verifiers are renewed when they are next used, so that a hall does not flood the auth service after a
 * rotation.
 */
const MAX_AT_ONCE = 4;

/**
 * After a correct PIN, replaces a verifier that uses an earlier pepper. Marks neither wait for it nor fail
 * because of it.
 * @param auth with a separate breaker, so that failures here never open the breaker of marks
 */
export const createRenewVerifier = (peppers: Peppers, auth: Pick<InternalClient, 'post'>, log: Logger) => {
  let underWay = 0;
  const renew = async (studentId: string, from: PinVerifier, pin: string): Promise<void> => {
    const body = { from, to: createPinVerifier(peppers, pin) };
    await auth.post(routes.auth.renewPinVerifierInternal, { params: { id: studentId }, body });
  };
  return (studentId: string, from: PinVerifier | undefined, pin: string | undefined): void => {
    if (!from || pin === undefined || underWay >= MAX_AT_ONCE) return;
    underWay += 1;
    void renew(studentId, from, pin)
      .catch((error: unknown) => log.warn({ err: error }, 'PIN not yet moved to the current pepper'))
      .finally(() => {
        underWay -= 1;
      });
  };
};
