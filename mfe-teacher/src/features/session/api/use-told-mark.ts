import type { AttendanceRecord } from '@qr-attendance/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { reviewKeys } from '../../../shared/api/sessions.ts';
import { mergeRoster } from '../roster-rules.ts';
import { changeRecords } from './list-roster.ts';

/** Puts what the server says of a mark after a change into the roster, and asks again what hangs on it. */
export const useToldMark = () => {
  const queries = useQueryClient();
  return useCallback(
    (record: AttendanceRecord) => {
      changeRecords(queries, record.session._id, (known) => mergeRoster(known, [record]));
      for (const queryKey of reviewKeys) void queries.invalidateQueries({ queryKey });
    },
    [queries],
  );
};
