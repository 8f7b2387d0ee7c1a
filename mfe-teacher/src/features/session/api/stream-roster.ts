import { attendanceRecordSchema, routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { rosterKey } from '../../../shared/api/session-keys.ts';
import { batch } from '../batch.ts';
import { mergeRoster } from '../roster.ts';

/** A hall of 1,500 marks at some 25 a second: five redraws a second look live and leave the page responsive. */
const REDRAW_MS = 200;
/** As long as the highlight of an arrival lasts in roster-table.css. */
const HIGHLIGHT_MS = 3_000;

/**
 * Adds marks to the session's cached roster as they happen, and fetches the whole list at each (re)connection, so
 * that what happened while the line was down is there too. Answers the ids of those that arrived just now.
 */
export const useLiveRoster = (sessionId: string, enabled: boolean): ReadonlySet<string> => {
  const api = useApi();
  const queries = useQueryClient();
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (!enabled) return;
    const queryKey = rosterKey(sessionId);
    const leaving = new AbortController();
    const arrivals = batch<AttendanceRecord>(REDRAW_MS, (records) => {
      queries.setQueryData<AttendanceRecord[]>(queryKey, (known) => mergeRoster(known ?? [], records));
      const ids = new Set(records.map(({ _id }) => _id));
      setArrived((before) => new Set([...before, ...ids]));
      setTimeout(
        () => setArrived((before) => new Set([...before].filter((id) => !ids.has(id)))),
        HIGHLIGHT_MS,
      );
    });
    const refetch = () => void queries.invalidateQueries({ queryKey });
    const listen = async () => {
      const request = { query: { sessionId }, signal: leaving.signal };
      for await (const { event, data } of api.stream(routes.attendance.streamAttendance, request)) {
        if (event === 'connected') refetch();
        if (event === 'mark') arrivals.add(attendanceRecordSchema.parse(JSON.parse(data)));
      }
    };
    listen().catch((error: unknown) => {
      if (!leaving.signal.aborted) console.warn('The live roster stopped', error);
    });
    return () => {
      leaving.abort();
      arrivals.stop();
    };
  }, [api, queries, sessionId, enabled]);
  return arrived;
};
