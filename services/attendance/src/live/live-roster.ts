import type { AttendanceRecord } from '@qr-attendance/contracts';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { createWorker, type Suspensions } from '@qr-attendance/server';
import { createRosterStreams } from './roster-streams.ts';

/** Marks that could not be loaded are tried again so often. */
const TRY_AGAIN_MS = 1_000;
/** After so long without success the pages are made to read the whole roster. */
const GIVE_UP_MS = 30_000;

interface Unsent {
  markIds: Set<string>;
  /** When loading them failed first, in milliseconds since 1970. */
  failingSince?: number | undefined;
}

/** Tells the open streams of marks that are new or changed, as records. Those of a session that fail wait, and hold no other up. */
export const createLiveRoster = ({
  loadRecords,
  log,
  ...options
}: {
  loadRecords: (markIds: string[]) => Promise<AttendanceRecord[]>;
  suspensions: Pick<Suspensions, 'isSuspended' | 'isSignedOut'>;
  mostPerPerson: number;
  log: Logger;
  metrics: Metrics;
}) => {
  const streams = createRosterStreams(options);
  const unsent = new Map<string, Unsent>();

  const keep = (sessionId: string, { markIds, failingSince = Date.now() }: Unsent): void => {
    if (Date.now() - failingSince > GIVE_UP_MS) {
      streams.endOf(sessionId, 'unsent');
      return;
    }
    const since = unsent.get(sessionId)?.markIds ?? [];
    unsent.set(sessionId, { markIds: new Set([...markIds, ...since]), failingSince });
  };

  const send = async (sessionId: string, batch: Unsent): Promise<void> => {
    if (!streams.isWatched(sessionId)) return;
    try {
      const records = await loadRecords([...batch.markIds]);
      for (const record of records) streams.send(sessionId, record, 'mark');
      const there = new Set(records.map(({ _id }) => _id));
      for (const id of batch.markIds) if (!there.has(id)) streams.send(sessionId, { _id: id }, 'withdrawn');
    } catch (error) {
      log.warn({ err: error, sessionId }, 'live roster: marks could not be loaded, trying again');
      keep(sessionId, batch);
    }
  };

  /** Marks that arrive while others are loaded are loaded together. */
  const sending = createWorker(
    'live roster',
    async () => {
      const batches = [...unsent];
      unsent.clear();
      for (const [sessionId, batch] of batches) await send(sessionId, batch);
      return false;
    },
    TRY_AGAIN_MS,
    log,
  );

  return {
    open: streams.open,
    endAll: streams.endAll,
    tell: (sessionId: string, markId: string): void => {
      if (!streams.isWatched(sessionId)) return;
      const batch = unsent.get(sessionId) ?? { markIds: new Set() };
      batch.markIds.add(markId);
      unsent.set(sessionId, batch);
      sending.wake();
    },
    close: async (): Promise<void> => {
      streams.close();
      await sending.stop();
    },
  };
};
