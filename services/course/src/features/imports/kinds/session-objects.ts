import type { StoredLedger } from '@qr-attendance/contracts';
import { temporarilyUnavailable } from '@qr-attendance/server';
import type { Values } from '@qr-attendance/statements';
import { type Change, CONFLICT_PROBLEM, type Problem } from './kind.ts';
import { NOT_STATED, type StatedObject } from './stated-objects.ts';

/** An object of the session service in the format of its routes. */
interface SessionObject<Kept> {
  values: Kept | null;
  statements: StoredLedger | null;
}

export const toStated = ({ values, statements }: SessionObject<Values>): StatedObject => ({
  world: values ?? undefined,
  ledger: statements ?? undefined,
});

/** A change in the format of the session service. Empty values are sent, because an undo may restore one. */
export const toSessionChange = <Kept>(
  { before = NOT_STATED, after = NOT_STATED }: Change<StatedObject>,
  valuesOf: (world: Values) => Kept,
): { before: SessionObject<Kept>; after: SessionObject<Kept> } => {
  const wireOf = ({ world, ledger }: StatedObject): SessionObject<Kept> => ({
    values: world ? valuesOf(world) : null,
    statements: ledger ?? null,
  });
  return { before: wireOf(before), after: wireOf(after) };
};

export const withoutEmpty = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Maximum size of a request, well below the limit, because the runs of each object are included. */
const MAX_BYTES = 150_000;

export const splitIntoParts = <Item>(items: Item[], maxItems: number): Item[][] => {
  const parts: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item));
    const last = parts.at(-1);
    if (last && last.length < maxItems && bytes + size <= MAX_BYTES) {
      last.push(item);
      bytes += size;
    } else {
      parts.push([item]);
      bytes = size;
    }
  }
  return parts;
};

export const problemsByKey = (keys: string[], results: string[] | undefined): Map<string, Problem> => {
  if (!results) throw temporarilyUnavailable();
  return new Map(
    keys.flatMap((key, index): [string, Problem][] =>
      results[index] === 'written' || results[index] === 'kept' ? [] : [[key, CONFLICT_PROBLEM]],
    ),
  );
};
