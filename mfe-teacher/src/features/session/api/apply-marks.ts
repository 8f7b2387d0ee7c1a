import type { AttendanceRecord } from '@qr-attendance/contracts';
import { useRefetch } from '@qr-attendance/web-kit';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { reviewKeys, rosterKey } from '../../../shared/api/sessions.ts';
import { mergeRoster } from '../roster-rules.ts';
import { changeRecords } from './list-roster.ts';

const applyMarks = (
  queries: QueryClient,
  sessionId: string,
  marks: AttendanceRecord[],
  withdrawn: string[] = [],
): void => {
  const gone = new Set(withdrawn);
  changeRecords(queries, sessionId, (known) =>
    mergeRoster(
      known.filter(({ _id }) => !gone.has(_id)),
      marks,
    ),
  );
  for (const queryKey of reviewKeys) void queries.invalidateQueries({ queryKey });
};

export const useApplyMarks = (sessionId: string) => {
  const queries = useQueryClient();
  return useCallback(
    (marks: AttendanceRecord[], withdrawn?: string[]) => applyMarks(queries, sessionId, marks, withdrawn),
    [queries, sessionId],
  );
};

export const useApplyMark = () => {
  const queries = useQueryClient();
  return useCallback(
    (record: AttendanceRecord) => applyMarks(queries, record.session._id, [record]),
    [queries],
  );
};

/** Reloads after a rejected or unanswered change, because the page of an ended class has no live stream. */
export const useReloadMarks = (sessionId: string) => {
  const refetch = useRefetch();
  return () => void refetch([rosterKey(sessionId), ...reviewKeys]);
};
