import { isDeepStrictEqual } from 'node:util';
import type { JsonValue, Values } from '@qr-attendance/statements';

/** A value that a line changes; null means no value. */
export interface ChangedValue {
  field: string;
  from: JsonValue;
  to: JsonValue;
}

export const changesOfValues = (before: Values = {}, after: Values = {}): ChangedValue[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to));
