import { DomainError } from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { limitLocationAttempts } from './check-location.ts';
import type { Verdict } from './rules/judge-mark.ts';
import {
  minutesLocked,
  PIN_LOCK_MINUTES,
  PIN_TRIES,
  type PinAttempts,
  pinLocked,
} from './rules/judge-proofs.ts';

/** A right PIN that leads to a mark sets the count back together with writing it, by write-marks.ts. */
export const makePinAttempts = (pool: Pool) => ({
  /** Counts a wrong PIN; the last allowed one starts the pause, after which counting begins again. */
  countFailure: async (studentId: string): Promise<PinAttempts> => {
    const { rows } = await pool.query<{ failures: number; locked_until: Date | null }>(
      `INSERT INTO pin_attempts AS a (student_id, failures) VALUES ($1, 1)
       ON CONFLICT (student_id) DO UPDATE SET
         failures = CASE WHEN a.locked_until <= now() THEN 1 ELSE a.failures + 1 END,
         locked_until = CASE
           WHEN a.locked_until > now() THEN a.locked_until
           WHEN a.locked_until IS NULL AND a.failures + 1 >= $2 THEN now() + make_interval(mins => $3)
         END
       RETURNING failures, locked_until`,
      [studentId, PIN_TRIES, PIN_LOCK_MINUTES],
    );
    const [row] = rows;
    if (!row) throw new Error('counting a wrong PIN answered no row');
    return { failures: row.failures, lockedUntil: row.locked_until };
  },
  /** Sets the count back for a right PIN. @returns whether it counts as right, which it does not while PINs are locked */
  clearUnlessLocked: async (studentId: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `INSERT INTO pin_attempts AS a (student_id, failures) VALUES ($1, 0)
       ON CONFLICT (student_id) DO UPDATE SET failures = 0, locked_until = NULL
        WHERE a.locked_until IS NULL OR a.locked_until <= now()`,
      [studentId],
    );
    return rowCount === 1;
  },
});

const refuseWrongPin = async (
  { pinAttempts, clock }: Pick<Context, 'pinAttempts' | 'clock'>,
  studentId: string,
  refusal: DomainError,
): Promise<DomainError> => {
  const counted = await pinAttempts.countFailure(studentId);
  if (counted.lockedUntil) return pinLocked(minutesLocked(counted, clock()));
  const triesLeft = PIN_TRIES - counted.failures;
  return new DomainError(
    refusal.kind,
    refusal.code,
    `${refusal.message} ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left.`,
    { triesLeft },
  );
};

/** Counts what a refusal gives away, and answers what the student is told in the end. */
export const refuseMark = async (
  context: Pick<Context, 'pinAttempts' | 'locationAttempts' | 'clock'>,
  studentId: string,
  verdict: Verdict,
  refusal: DomainError,
): Promise<DomainError> => {
  if (refusal.code === 'outside_radius') await limitLocationAttempts(context, studentId);
  if (!verdict.accepted && verdict.wrongPin) return refuseWrongPin(context, studentId, refusal);
  // Whatever else is wrong, it would tell that the PIN is right.
  const tellsPin = verdict.accepted ? verdict.checksPin : verdict.rightPin;
  if (!tellsPin || refusal.code === 'pin_locked') return refusal;
  return (await context.pinAttempts.clearUnlessLocked(studentId)) ? refusal : pinLocked();
};
