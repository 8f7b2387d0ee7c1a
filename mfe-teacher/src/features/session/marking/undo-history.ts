import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Change, SeenMark } from './send-press.ts';

/** One press that can be undone. */
export interface UndoStep {
  id: number;
  text: string;
  studentIds: string[];
  /** The changes that it made; resolves once the server has answered. */
  done: Promise<Change[]>;
}
interface History {
  /** Newest first. */
  steps: UndoStep[];
  /** The marks that the presses of this history left, by student. */
  ownMarks: Map<string, SeenMark | undefined>;
}

const EMPTY: UndoStep[] = [];
const NONE: History = { steps: EMPTY, ownMarks: new Map() };
let lastId = 0;

/** The statuses that the teacher set in a session. They outlive the page, so visiting another page loses nothing. */
export const useUndoHistory = (sessionId: string) => {
  const queries = useQueryClient();
  const [queryKey] = useState(() => ['teacher', 'undo', sessionId]);
  const { data } = useQuery<History>({
    queryKey,
    // It is written here alone, never fetched.
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
      /** Puts a step back that could not be undone. */
      restore: (step: UndoStep) => write([step, ...read().steps].toSorted((a, b) => b.id - a.id)),
      remove: (id: number) => write(read().steps.filter((step) => step.id !== id)),
      /** Takes the newest step; two presses in a row take two. */
      pop: (): UndoStep | undefined => {
        const [newest, ...rest] = read().steps;
        if (newest) write(rest);
        return newest;
      },
      ownMark: (studentId: string): SeenMark | undefined => read().ownMarks.get(studentId),
      noteChanges: (changes: Change[]) => {
        const { ownMarks } = read();
        for (const { studentId, after } of changes) ownMarks.set(studentId, after);
      },
    };
  }, [queries, queryKey]);
  return { steps: data?.steps ?? EMPTY, ...actions };
};
