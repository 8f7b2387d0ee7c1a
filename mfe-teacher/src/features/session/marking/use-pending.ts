import type { AttendanceRecord } from '@qr-attendance/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Decision } from './send-press.ts';

export interface PendingDecision {
  decision: Decision;
}
export type PendingDecisions = ReadonlyMap<string, PendingDecision>;
const NONE: PendingDecisions = new Map();

/** The status whose button appears pressed; none while a decision is being cleared. */
export const pressedStatus = (
  waiting: PendingDecision | undefined,
  mark: AttendanceRecord | undefined,
): string | null | undefined => (waiting ? waiting.decision : mark?.status);

interface PendingState {
  pending: PendingDecisions;
  counts: ReadonlyMap<string, number>;
}
const NO_PRESSES: PendingState = { pending: NONE, counts: new Map() };

const begun = ({ pending, counts }: PendingState, ids: string[], decision: Decision): PendingState => ({
  pending: new Map([...pending, ...ids.map((id) => [id, { decision }] as const)]),
  counts: new Map([...counts, ...ids.map((id) => [id, (counts.get(id) ?? 0) + 1] as const)]),
});

const ended = ({ pending, counts }: PendingState, ids: string[]): PendingState => {
  const changed = new Set(ids);
  const left = new Map(
    [...counts].flatMap(([id, count]) => {
      const remaining = changed.has(id) ? count - 1 : count;
      return remaining > 0 ? [[id, remaining] as const] : [];
    }),
  );
  return { pending: new Map([...pending].filter(([id]) => left.has(id))), counts: left };
};

/** Pending decisions by student. The query cache keeps them while the teacher visits another page. */
export const usePending = (sessionId: string) => {
  const queries = useQueryClient();
  const [queryKey] = useState(() => ['teacher', 'pending', sessionId]);
  const { data = NO_PRESSES } = useQuery<PendingState>({
    queryKey,
    // Only this hook writes the data, and nothing fetches it.
    enabled: false,
    queryFn: () => NO_PRESSES,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
  const actions = useMemo(() => {
    const change = (to: (presses: PendingState) => PendingState) =>
      void queries.setQueryData<PendingState>(queryKey, (presses = NO_PRESSES) => to(presses));
    return {
      begin: (ids: string[], decision: Decision) => change((presses) => begun(presses, ids, decision)),
      end: (ids: string[]) => change((presses) => ended(presses, ids)),
    };
  }, [queries, queryKey]);
  return { pending: data.pending, ...actions };
};
