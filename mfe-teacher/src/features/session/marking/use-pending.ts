import { useCallback, useState } from 'react';
import type { Decision } from './send-press.ts';

export type Pending = ReadonlyMap<string, { decision: Decision }>;
const NONE: Pending = new Map();

/** Pending decisions by student. */
export const usePending = () => {
  const [pending, setPending] = useState(NONE);
  const [counts] = useState(() => new Map<string, number>());
  const begin = useCallback(
    (ids: string[], decision: Decision) => {
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
      setPending((known) => new Map([...known, ...ids.map((id) => [id, { decision }] as const)]));
    },
    [counts],
  );
  const end = useCallback(
    (ids: string[]) => {
      const finished = new Set<string>();
      for (const id of ids) {
        const left = (counts.get(id) ?? 1) - 1;
        if (left > 0) counts.set(id, left);
        else {
          counts.delete(id);
          finished.add(id);
        }
      }
      setPending((known) => new Map([...known].filter(([id]) => !finished.has(id))));
    },
    [counts],
  );
  return { pending, begin, end };
};
