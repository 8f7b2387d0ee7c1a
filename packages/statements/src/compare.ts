import { isDeepStrictEqual } from 'node:util';
import { findDecidingEntry } from './effective-values.ts';
import { EMPTY_LEDGER, type JsonValue, type Ledger, type Ranking, type World } from './ledger.ts';
import { type AppliedLine, findOutcome, type Line, type Outcome, state } from './state.ts';

export interface FieldChange {
  field: string;
  from: JsonValue;
  to: JsonValue;
  /** Applying the line overrides a change that people made since the field was last stated (rule 2). */
  overrides: boolean;
}

export interface Comparison {
  outcome: Outcome;
  /** Contains only changes that applying the line would make. */
  changes: FieldChange[];
}

/**
 * The fields that people changed since they were last stated, and that the line would change again (rule 2).
 * Lines that begin or end a thing override nothing.
 */
export const findOverrides = (
  ledger: Ledger | undefined,
  [from, to]: [World, World],
  ranking: Ranking,
): string[] => {
  if (!ledger || !from || !to) return [];
  return Object.keys(to).filter((field) => {
    const deciding = findDecidingEntry(ledger, field, ranking);
    const isLocal = deciding !== undefined && !isDeepStrictEqual(deciding.values[field], from[field] ?? null);
    return isLocal && !isDeepStrictEqual(from[field] ?? null, to[field] ?? null);
  });
};

/** Previews a line with the rules of `state` (rules 1 to 3). A refused line is offered again. */
export const compare = (
  ledger: Ledger | undefined,
  line: Line & Pick<AppliedLine, 'declined'>,
  world: World,
  ranking: Ranking,
): Comparison => {
  const previous = ledger ?? EMPTY_LEDGER;
  const { effect } = state(previous, { ...line, run: '' }, world, ranking);
  const overridden = findOverrides(ledger, [world, world && { ...world, ...effect.set }], ranking);
  const changes = Object.entries(effect.set).map(([field, to]) => ({
    field,
    from: world?.[field] ?? null,
    to,
    overrides: overridden.includes(field),
  }));
  return {
    outcome: findOutcome(previous, line, world, ranking),
    changes: changes.filter(({ from, to }) => !isDeepStrictEqual(from, to)),
  };
};
