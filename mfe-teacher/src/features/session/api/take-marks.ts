import type { AttendanceRecord } from '@qr-attendance/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { reviewKeys } from '../../../shared/api/sessions.ts';
import { mergeRoster } from '../roster-rules.ts';
import { changeRecords } from './list-roster.ts';

/** Puts what the server says about marks into the roster, and refetches what depends on them. */
export const useTakeMarks = (sessionId: string) => {
  const queries = useQueryClient();
  return useCallback(
    (marks: AttendanceRecord[], withdrawn: string[] = []) => {
      const gone = new Set(withdrawn);
      changeRecords(queries, sessionId, (known) =>
        mergeRoster(
          known.filter(({ _id }) => !gone.has(_id)),
          marks,
        ),
      );
      for (const queryKey of reviewKeys) void queries.invalidateQueries({ queryKey });
    },
    [queries, sessionId],
  );
};
