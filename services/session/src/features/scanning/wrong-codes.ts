import { createLocalCounter, DomainError, limitKeys, tooMany, type Caller } from '@qr-attendance/server';
import { createMongoCounter } from '@qr-attendance/server/mongo';
import type { Connection } from 'mongoose';
import { WRONG_CODES } from '../../db/models.ts';

export interface WrongCodeLimit {
  max: number;
  windowSeconds: number;
}
type Person = Pick<Caller, 'id'>;

/**
 * Counts wrong codes per person across all replicas. This process remembers people over the limit, so a
 * correct code needs no query; other replicas allow such a person one more attempt.
 */
export const createWrongCodeCounter = (connection: Connection, { max, windowSeconds }: WrongCodeLimit) => {
  const budget = { points: max, duration: windowSeconds };
  const counted = createMongoCounter('wrong_codes', { ...budget, connection, collection: WRONG_CODES });
  const blocked = createLocalCounter('wrong_codes', budget);
  return {
    blockedFor: async (person: Person): Promise<number> =>
      (await blocked.read(limitKeys.person(person)))?.seconds ?? 0,
    count: async (person: Person): Promise<number> => {
      const { allowed, points, seconds } = await counted.count(limitKeys.person(person));
      if (points >= max) await blocked.block(limitKeys.person(person), seconds);
      return allowed ? 0 : seconds;
    },
  };
};
export type WrongCodes = ReturnType<typeof createWrongCodeCounter>;

const WRONG = new Set([
  'invalid_code',
  'scan_expired',
  'scan_not_yours',
  'burst_sequence_implausible',
  'burst_sequence_late',
]);

const tooManyCodesError = (retryAfterSeconds: number): DomainError => {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return tooMany('too_many_codes', `Too many wrong codes. Try again in ${minutes} min.`, retryAfterSeconds);
};

/** @throws DomainError (too_many) while the person may try no codes */
export const requireTriesLeft = async (
  { wrongCodes }: { wrongCodes: WrongCodes },
  person: Person,
): Promise<void> => {
  const blockedSeconds = await wrongCodes.blockedFor(person);
  if (blockedSeconds > 0) throw tooManyCodesError(blockedSeconds);
};

export const countIfWrong = async <T>(
  { wrongCodes }: { wrongCodes: WrongCodes },
  person: Person,
  attempt: Promise<T>,
): Promise<T> => {
  try {
    return await attempt;
  } catch (error) {
    if (!(error instanceof DomainError && WRONG.has(error.code))) throw error;
    const wait = await wrongCodes.count(person);
    throw wait > 0 ? tooManyCodesError(wait) : error;
  }
};
