import type { StatementSource } from '@qr-attendance/contracts';
import {
  findSource,
  type JsonValue,
  type Ledger,
  momentOfRun,
  ONLY_FILES,
  type World,
} from '@qr-attendance/statements';

/**
 * Returns the text of a stated value; undefined for an empty value, and for a value whose text depends on its field.
 */
export const textOfValue = (_field: string, stated: JsonValue): string | undefined =>
  typeof stated === 'string' || typeof stated === 'number' ? String(stated) : undefined;

export const describeSource = (
  ledger: Ledger | null | undefined,
  world: World,
  textOf: typeof textOfValue = textOfValue,
): StatementSource | undefined => {
  const source = findSource(ledger ?? undefined, world, ONLY_FILES);
  if (!source) return undefined;
  const statedAt = momentOfRun(source.run)?.toISOString();
  const changedHere = source.deviations.map(({ field, stated }) => {
    const text = textOf(field, stated);
    return { field, ...(text !== undefined && { stated: text }) };
  });
  return {
    source: source.source,
    ...(statedAt !== undefined && { statedAt }),
    ...(changedHere.length > 0 && { changedHere }),
  };
};
