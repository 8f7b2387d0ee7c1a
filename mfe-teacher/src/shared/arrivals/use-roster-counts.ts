import { apiKey, rosterCountsRequest, useApi, useLiveQuery } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { INTERRUPTED_POLL_SECONDS, listenToSession } from './listen-to-session.ts';

/** Limits the requests in a hall of 1,500 students, who mark about 25 times a second. */
const RECOUNT_MS = 1_000;
/** The interval is short, because the live stream does not report enrollments. */
const ENROLLED_SECONDS = 30;

/** The two numbers beside a code, updated after each change and while the stream is interrupted. */
export const useRosterCounts = (sessionId: string, { live, active }: { live: boolean; active: boolean }) => {
  const api = useApi();
  const queries = useQueryClient();
  const [interrupted, setInterrupted] = useState(false);
  useEffect(() => {
    if (!live) return;
    const queryKey = apiKey(rosterCountsRequest.route, { query: { sessionId } });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const recount = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey });
      }, RECOUNT_MS);
    };
    const leave = listenToSession(
      api,
      { sessionId, only: 'changes' },
      {
        onConnected: recount,
        onInterrupted: setInterrupted,
        onEvent: ({ event }) => {
          if (event !== 'open') recount();
        },
      },
    );
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [api, queries, sessionId, live]);
  // Absences appear a moment after the session has ended.
  const seconds = interrupted || !active ? INTERRUPTED_POLL_SECONDS : ENROLLED_SECONDS;
  return useLiveQuery(rosterCountsRequest, { query: { sessionId } }, { everyMs: live && seconds * 1_000 })
    .data;
};
