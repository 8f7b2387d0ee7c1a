import type { AttendanceRecord } from '@qr-attendance/contracts';
import { useCallback, useState } from 'react';
import type { Decision } from './send-press.ts';

export interface PendingDecision {
  decision: Decision;
}
export type Pending = ReadonlyMap<string, PendingDecision>;
const NONE: Pending = new Map();

/** The status whose button counts as pressed: none while a decision is being cleared. */
export const pressedStatus = (
  waiting: PendingDecision | undefined,
  mark: AttendanceRecord | undefined,
): string | null | undefined => (waiting ? waiting.decision : mark?.status);

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
