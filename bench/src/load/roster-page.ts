import { EventSourceParserStream } from 'eventsource-parser/stream';
import { eventually } from '@qr-attendance/test-kit';
import type { Lesson } from '../world/fill-campus.ts';

export interface RosterPage {
  arrivals: ReadonlyMap<string, number>;
  repeats: () => number;
  settle: (marks: number) => Promise<void>;
  close: () => void;
}

export const openRosterPage = async (url: string, { sessionId, teacher }: Lesson): Promise<RosterPage> => {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/attendance/live?sessionId=${sessionId}`, {
    headers: { authorization: `Bearer ${teacher.token}`, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  if (response.status !== 200 || !response.body)
    throw new Error(`the live roster answers ${response.status}`);
  const reader = response.body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  const arrivals = new Map<string, number>();
  let repeats = 0;
  const take = (id: string) => {
    if (arrivals.has(id)) repeats += 1;
    else arrivals.set(id, performance.now());
  };
  const read = async (): Promise<void> => {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      if (next.value.event === 'mark') take((JSON.parse(next.value.data) as { _id: string })._id);
  };
  // The page is closed in the middle of a stream that never ends.
  read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return {
    arrivals,
    repeats: () => repeats,
    settle: (marks) =>
      eventually(() => {
        if (arrivals.size < marks) throw new Error('not all are there');
      }).catch(() => undefined),
    close: () => leaving.abort(),
  };
};
