import {
  MAX_ROSTER_CHANGES,
  routes,
  type AttendanceRecord,
  type AttendanceStatus,
} from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reviewKey } from '../../../shared/api/session-keys.ts';
import { mergeRoster } from '../roster-rules.ts';
import type { RosterRow } from '../roster-rows.ts';
import { changeRecords } from './list-roster.ts';

/** Puts what the server says of marks into the roster, and asks again what hangs on them. */
const useTakeMarks = (sessionId: string) => {
  const queries = useQueryClient();
  return (marks: AttendanceRecord[], withdrawn: string[] = []) => {
    const gone = new Set(withdrawn);
    changeRecords(queries, sessionId, (known) =>
      mergeRoster(
        known.filter(({ _id }) => !gone.has(_id)),
        marks,
      ),
    );
    void queries.invalidateQueries({ queryKey: reviewKey });
  };
};

function* parts<Item>(items: Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += MAX_ROSTER_CHANGES)
    yield items.slice(from, from + MAX_ROSTER_CHANGES);
}

interface StatusChange {
  rows: RosterRow[];
  status: AttendanceStatus;
  reason?: string;
}

/** Sets the status of some students, and answers what became of it. */
export const useSetStatuses = (sessionId: string) => {
  const api = useApi();
  const take = useTakeMarks(sessionId);
  return useMutation({
    mutationFn: async ({ rows, status, reason }: StatusChange) => {
      const done = { changed: new Array<string>(), refused: 0 };
      for (const part of parts(rows.filter(({ mark }) => mark?.status !== status))) {
        const students = part.map(({ student, mark }) => ({
          studentId: student._id,
          ...(mark && { markId: mark._id }),
        }));
        const body = { sessionId, status, students, ...(reason !== undefined && { reason }) };
        const { marks, refused } = await api.call(routes.attendance.setStatuses, { body });
        take(marks);
        const left = new Set(refused.map(({ studentId }) => studentId));
        done.refused += refused.length;
        done.changed.push(...marks.filter(({ student }) => !left.has(student._id)).map(({ _id }) => _id));
      }
      return done;
    },
  });
};

/** Undoes it; answers how many could not be undone. */
export const useUndoStatuses = (sessionId: string) => {
  const api = useApi();
  const take = useTakeMarks(sessionId);
  return useMutation({
    mutationFn: async (markIds: string[]) => {
      let refusals = 0;
      for (const part of parts(markIds)) {
        const body = { sessionId, markIds: part };
        const { marks, withdrawn, refused } = await api.call(routes.attendance.undoStatuses, { body });
        take(marks, withdrawn);
        refusals += refused.length;
      }
      return refusals;
    },
  });
};
