import {
  attendanceRecordSchema,
  parseJson,
  withdrawnMarkSchema,
  type AttendanceRecord,
} from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { rosterKey } from '../../../shared/api/sessions.ts';
import { listenToSession } from '../../../shared/arrivals/listen-to-session.ts';
import { mergeRoster } from '../roster-rules.ts';
import { changeRecords } from './list-roster.ts';

/** Keeps the page responsive while a hall of 1,500 students marks about 25 times a second. */
const REDRAW_MS = 200;
/** Must equal the duration of the highlight in roster.css. */
const HIGHLIGHT_MS = 3_000;

/** An unknown format of a newer release must not end the stream; the list is reloaded instead. */
const readMark = (data: string): AttendanceRecord | undefined =>
  attendanceRecordSchema.safeParse(parseJson(data)).data;

const readWithdrawn = (data: string): string | undefined =>
  withdrawnMarkSchema.safeParse(parseJson(data)).data?._id;

/** Collects items and passes them on together, at most once per `everyMs`. `stop` drops collected items. */
const createBatch = <Item>(everyMs: number, onFlush: (items: Item[]) => void) => {
  let collected: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const items = collected;
    collected = [];
    onFlush(items);
  };
  return {
    add: (item: Item) => {
      collected.push(item);
      timer ??= setTimeout(flush, everyMs);
    },
    stop: () => clearTimeout(timer),
  };
};

interface LiveRoster {
  arrived: ReadonlySet<string>;
  interrupted: boolean;
}

/** Reloads the whole list after each connection, in order to catch up on missed marks. */
export const useLiveRoster = (sessionId: string, enabled: boolean): LiveRoster => {
  const api = useApi();
  const queries = useQueryClient();
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  const [interrupted, setInterrupted] = useState(false);

  useEffect(() => {
    if (!enabled) return;
    const queryKey = rosterKey(sessionId);
    const leaving = new AbortController();
    const arrivals = createBatch<AttendanceRecord | string>(REDRAW_MS, (incoming) => {
      const gone = new Set(incoming.filter((one) => typeof one === 'string'));
      // A student may have marked again after the mark was withdrawn.
      const records = incoming.flatMap((one, index) =>
        typeof one === 'string' || incoming.lastIndexOf(one._id) > index ? [] : [one],
      );
      changeRecords(queries, sessionId, (known) =>
        mergeRoster(
          known.filter(({ _id }) => !gone.has(_id)),
          records,
        ),
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
      const joins = data === undefined && fetchStatus === 'fetching';
      await queries.invalidateQueries({ queryKey });
      if (joins && !leaving.signal.aborted) await queries.invalidateQueries({ queryKey });
    };
    const leave = listenToSession(
      api,
      { sessionId },
      {
        onConnected: () => void refetch(),
        onInterrupted: setInterrupted,
        onEvent: ({ event, data }) => {
          if (event === 'changed') void refetch();
          const gone = event === 'withdrawn' ? readWithdrawn(data) : undefined;
          if (gone) arrivals.add(gone);
          if (event !== 'mark') return;
          const mark = readMark(data);
          if (mark) arrivals.add(mark);
          else void refetch();
        },
      },
    );
    return () => {
      leaving.abort();
      leave();
      arrivals.stop();
    };
  }, [api, queries, sessionId, enabled]);
  return { arrived, interrupted };
};
