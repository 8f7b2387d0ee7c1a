import {
  attendanceRecordSchema,
  routes,
  withdrawnMarkSchema,
  type AttendanceRecord,
} from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { rosterKey } from '../../../shared/api/sessions.ts';
import { batch } from '../batch.ts';
import { mergeRoster } from '../roster-rules.ts';
import { changeRecords } from './list-roster.ts';

/** A hall of 1,500 marks at some 25 a second: five redraws a presence check live and leave the page responsive. */
const REDRAW_MS = 200;
/** As long as the highlight of an arrival lasts in roster-table.css. */
const HIGHLIGHT_MS = 3_000;
/** A line that is back sooner is no news. */
const GRACE_MS = 3_000;

/** One of a newer server that this page can't read must not end the stream; the list is fetched instead. */
const readMark = (data: string): AttendanceRecord | undefined => {
  try {
    return attendanceRecordSchema.parse(JSON.parse(data));
  } catch {
    return undefined;
  }
};

/** The id of a mark that is no more. */
const readWithdrawn = (data: string): string | undefined => {
  try {
    return withdrawnMarkSchema.parse(JSON.parse(data))._id;
  } catch {
    return undefined;
  }
};

interface LiveRoster {
  /** Ids of the marks that arrived just now. */
  arrived: ReadonlySet<string>;
  /** Nothing comes live for the moment, so the list has to be fetched again and again. */
  interrupted: boolean;
}

/**
 * Adds marks to the session's cached roster as they happen, and fetches the whole list at each (re)connection, so
 * that what happened while the line was down is there too.
 */
export const useLiveRoster = (sessionId: string, enabled: boolean): LiveRoster => {
  const api = useApi();
  const queries = useQueryClient();
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  const [interrupted, setInterrupted] = useState(false);

  useEffect(() => {
    if (!enabled) return;
    const queryKey = rosterKey(sessionId);
    const leaving = new AbortController();
    const arrivals = batch<AttendanceRecord | string>(REDRAW_MS, (told) => {
      const gone = new Set(told.filter((one) => typeof one === 'string'));
      const records = told.filter((one) => typeof one !== 'string');
      changeRecords(queries, sessionId, (known) =>
        mergeRoster(known, records).filter(({ _id }) => !gone.has(_id)),
      );
      const ids = new Set(records.map(({ _id }) => _id));
      setArrived((before) => new Set([...before, ...ids]));
      setTimeout(
        () => setArrived((before) => new Set([...before].filter((id) => !ids.has(id)))),
        HIGHLIGHT_MS,
      );
    });
    const refetch = async () => {
      const { data, fetchStatus } = queries.getQueryState(queryKey) ?? {};
      // The very first list can't be begun again: asking for it joins the request under way, which may be older than this.
      const joins = data === undefined && fetchStatus === 'fetching';
      await queries.invalidateQueries({ queryKey });
      if (joins && !leaving.signal.aborted) await queries.invalidateQueries({ queryKey });
    };
    let grace: ReturnType<typeof setTimeout> | undefined;
    const noteLine = (isUp: boolean) => {
      if (isUp) {
        clearTimeout(grace);
        grace = undefined;
        setInterrupted(false);
        void refetch();
      } else grace ??= setTimeout(() => setInterrupted(true), GRACE_MS);
    };
    const listen = async () => {
      const request = { query: { sessionId }, signal: leaving.signal };
      noteLine(false);
      for await (const { event, data } of api.stream(routes.attendance.streamAttendance, request)) {
        if (event === 'connected') noteLine(true);
        if (event === 'disconnected') noteLine(false);
        const gone = event === 'withdrawn' ? readWithdrawn(data) : undefined;
        if (gone) arrivals.add(gone);
        if (event !== 'mark') continue;
        const mark = readMark(data);
        if (mark) arrivals.add(mark);
        else void refetch();
      }
    };
    listen().catch((error: unknown) => {
      if (leaving.signal.aborted) return;
      console.warn('The live roster stopped', error);
      noteLine(false);
    });
    return () => {
      leaving.abort();
      arrivals.stop();
      clearTimeout(grace);
      setInterrupted(false);
    };
  }, [api, queries, sessionId, enabled]);
  return { arrived, interrupted };
};
