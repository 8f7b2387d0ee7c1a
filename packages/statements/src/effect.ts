import { isDeepStrictEqual } from 'node:util';
import { effectiveValues, exists } from './effective-values.ts';
import type { Ledger, Ranking, Values } from './ledger.ts';

/**
 * The owner's action on the thing itself (rule 7). The owner decides what it keeps, such as a period with a scan or
 * a class that was opened (rules 8 and 10).
 *
 * - `restate` begins a new period, `withdraw` ends the present one.
 * - `reinstate` undoes a withdrawal: the period that it ended, if any, continues without a gap.
 * - `void-restated` voids the period that a statement after a withdrawal began; an earlier one stays as it ended.
 * - `void-former` voids the period that a withdrawal ended, and leaves the present one.
 * - `remove` voids all that statements began.
 */
export type Existence =
  | 'none'
  | 'create'
  | 'restate'
  | 'withdraw'
  | 'reinstate'
  | 'void-restated'
  | 'void-former'
  | 'remove';

/** The changes that the owner writes in one transaction with the ledger (rule 17). */
export interface Effect {
  existence: Existence;
  /** Values by field; null empties the field. Holds every stated field of a thing that is created, restated or reinstated. */
  set: Values;
  /** Fields that an undo leaves, because people changed them since (rule 5). */
  kept: string[];
}

export interface Step {
  ledger: Ledger;
  effect: Effect;
}

export const NO_EFFECT: Effect = { existence: 'none', set: {}, kept: [] };

/** The difference between what must be before and after a step. Local changes are recorded in both. */
export const findEffect = (
  before: Ledger,
  after: Ledger,
  ranking: Ranking,
  { begin, end }: { begin: Existence; end: Existence },
): Effect => {
  const values = effectiveValues(after, ranking);
  if (!exists(after, ranking)) return { ...NO_EFFECT, existence: exists(before, ranking) ? end : 'none' };
  if (!exists(before, ranking)) return { ...NO_EFFECT, existence: begin, set: values };
  const previous = effectiveValues(before, ranking);
  const set = Object.entries(values).filter(([field, value]) => !isDeepStrictEqual(value, previous[field]));
  return { ...NO_EFFECT, set: Object.fromEntries(set) };
};
