import { isDeepStrictEqual } from 'node:util';
import { effectiveValues, exists } from './effective-values.ts';
import type { Ledger, Ranking, Values } from './ledger.ts';

/**
 * The effect of a statement on the owner's thing (rule 7). The owner decides what it keeps, such as a period with a
 * scan or a class that was opened (rules 8 and 10).
 *
 * - `restate` begins a new period, `withdraw` ends the current one.
 * - `reinstate` undoes a withdrawal: the period that it ended, if any, continues without a gap.
 * - `void-restated` voids the period that a statement after a withdrawal began; earlier periods stay ended.
 * - `void-former` voids the period that a withdrawal ended, and keeps the current one.
 * - `remove` voids everything that statements began.
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
  /**
   * Values by field; null empties the field. Contains every stated field if the thing is created, restated or
   * reinstated.
   */
  set: Values;
  /** Fields that an undo does not restore, because people changed them since (rule 5). */
  kept: string[];
}

export interface Step {
  ledger: Ledger;
  effect: Effect;
}

export const NO_EFFECT: Effect = { existence: 'none', set: {}, kept: [] };

/**
 * The difference between the required states before and after a step. Both ledgers must contain the local
 * changes.
 */
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
