import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { StatusChange, DisplayedMark } from './send-press.ts';

export interface UndoStep {
  id: number;
  text: string;
  studentIds: string[];
  done: Promise<StatusChange[]>;
}
interface History {
  steps: UndoStep[];
  ownMarks: Map<string, DisplayedMark | undefined>;
}

const EMPTY: UndoStep[] = [];
const NONE: History = { steps: EMPTY, ownMarks: new Map() };
let lastId = 0;

/** The query cache keeps the steps while the teacher visits another page. */
export const useUndoHistory = (sessionId: string) => {
  const queries = useQueryClient();
  const [queryKey] = useState(() => ['teacher', 'undo', sessionId]);
  const { data } = useQuery<History>({
    queryKey,
    // Only this hook writes the data, and nothing fetches it.
    enabled: false,
    queryFn: () => NONE,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
  const actions = useMemo(() => {
    const read = (): History =>
      queries.getQueryData<History>(queryKey) ?? { steps: EMPTY, ownMarks: new Map() };
    const write = (steps: UndoStep[], { ownMarks } = read()) =>
      void queries.setQueryData<History>(queryKey, { steps, ownMarks });
    return {
      push: (step: Omit<UndoStep, 'id'>): number => {
        lastId += 1;
        write([{ ...step, id: lastId }, ...read().steps]);
        return lastId;
      },
      /** Restores a step that could not be undone. */
      restore: (step: UndoStep) => write([step, ...read().steps].toSorted((a, b) => b.id - a.id)),
      remove: (id: number) => write(read().steps.filter((step) => step.id !== id)),
      pop: (): UndoStep | undefined => {
        const [newest, ...rest] = read().steps;
        if (newest) write(rest);
        return newest;
      },
      ownMark: (studentId: string): DisplayedMark | undefined => read().ownMarks.get(studentId),
      recordChanges: (changes: StatusChange[]) => {
        const { ownMarks } = read();
        for (const { studentId, after } of changes) ownMarks.set(studentId, after);
      },
    };
  }, [queries, queryKey]);
  return { steps: data?.steps ?? EMPTY, ...actions };
};
