import { type StudentNumber, studentNumbers } from '@qr-attendance/contracts';
import { conflict, createPostgresCounter, limitKeys } from '@qr-attendance/server';
import type { Pool } from '../../db/database.ts';
import { hashed } from '../../core/sign-in-limits/count-attempts.ts';
import type { Place } from '../../core/sign-in-limits/rules/place.ts';

/**
 * The limit is enough for typing errors of a campus behind one address, but too low to try lists of numbers.
 */
const MAX_ANSWERS = { address: 30, all: 300 } as const;
const WINDOW_SECONDS = 3_600;

type Numbers = { [Name in StudentNumber]?: string | undefined };

const numberTakenError = (numbers: StudentNumber[]) =>
  conflict(
    'number_taken',
    'Somebody here already has this number. Check it. If you registered before, sign in to that account.',
    { numbers },
  );

const isHeld = (column: 's.usn' | 's.reg_no', parameter: '$1' | '$2') => `EXISTS (
  SELECT FROM students s JOIN users u ON u.id = s.user_id
   WHERE ${column} <> '' AND lower(${column}) = lower(${parameter}::text)
     AND u.erased_at IS NULL AND u.withdrawn_at IS NULL AND u.id IS DISTINCT FROM $3::uuid)`;

/**
 * Reports at registration that an account, or a record of the institution, has the number, without revealing
 * whose it is. A number proves no identity, so the person may register with it anyway. Beyond the limit,
 * registration skips this check.
 */
export const createTakenNumbers = (pool: Pool) => {
  const counterOf = (part: keyof typeof MAX_ANSWERS) =>
    createPostgresCounter('taken_numbers', {
      pool,
      points: MAX_ANSWERS[part],
      duration: WINDOW_SECONDS,
      part: `taken_${part}`,
    });
  const [ofAddress, ofAll] = [counterOf('address'), counterOf('all')];

  const find = async ({ usn = '', regNo = '' }: Numbers, exceptId: string | undefined) => {
    const { rows } = await pool.query<Record<StudentNumber, boolean>>(
      `SELECT ${isHeld('s.usn', '$1')} AS usn, ${isHeld('s.reg_no', '$2')} AS "regNo"`,
      [usn.trim(), regNo.trim(), exceptId ?? null],
    );
    return studentNumbers.filter((name) => rows[0]?.[name]);
  };

  return {
    /** @throws DomainError (number_taken) if another person has one of the numbers */
    refuse: async (numbers: Numbers, { address }: Place, exceptId?: string): Promise<void> => {
      const taken = await find(numbers, exceptId);
      if (taken.length === 0) return;
      const counts = await Promise.all([
        ofAddress.count(hashed(limitKeys.address(address, 'taken numbers'))),
        ofAll.count(hashed(limitKeys.everybody('taken numbers'))),
      ]);
      if (counts.every(({ allowed }) => allowed)) throw numberTakenError(taken);
    },
  };
};

export type TakenNumbers = ReturnType<typeof createTakenNumbers>;
