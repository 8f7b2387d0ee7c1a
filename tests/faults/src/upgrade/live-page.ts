import { setTimeout as pause } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { RunningSession } from '../campus/set-up.ts';

export interface LivePage {
  session: RunningSession;
  shown: ReadonlySet<string>;
  openings: () => number;
  close: () => Promise<void>;
}

const AGAIN_MS = 500;
const PAGE = 100;

const idOf = (record: unknown): string => (record as { student: { _id: string } }).student._id;

/** Reads the whole list after each connection and then the stream's updates, like the page. */
export const openLivePage = (url: string, session: RunningSession): LivePage => {
  const leaving = new AbortController();
  const shown = new Set<string>();
  let openings = 0;
  const ask = (path: string, accept: string): Promise<Response> =>
    fetch(url + path, {
      headers: { authorization: `Bearer ${session.teacher.token}`, accept },
      signal: leaving.signal,
    });

  const readRoster = async (): Promise<void> => {
    let next: string | undefined = `/api/attendance?sessionId=${session.id}&limit=${PAGE}`;
    while (next !== undefined) {
      const response = await ask(next, 'application/json');
      if (!response.ok) throw new Error(`the list answers ${response.status}`);
      for (const record of (await response.json()) as unknown[]) shown.add(idOf(record));
      next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
  };
  const readStream = async (): Promise<void> => {
    const response = await ask(`/api/attendance/live?sessionId=${session.id}`, 'text/event-stream');
    if (!response.ok || !response.body) throw new Error(`the stream answers ${response.status}`);
    openings += 1;
    // Reads the list after the stream opens, so that no mark is missed between the two requests.
    const list = readRoster();
    const events = response.body
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream());
    const stream = (async () => {
      for await (const { event, data } of events) if (event === 'mark') shown.add(idOf(JSON.parse(data)));
    })();
    await Promise.all([list, stream]);
  };
  const reading = (async () => {
    while (!leaving.signal.aborted) {
      await readStream().catch(() => undefined);
      await pause(AGAIN_MS, undefined, { signal: leaving.signal }).catch(() => undefined);
    }
  })();
  return {
    session,
    shown,
    openings: () => openings,
    close: () => {
      leaving.abort();
      return reading;
    },
  };
};
