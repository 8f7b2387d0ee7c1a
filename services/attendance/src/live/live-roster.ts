import type { Logger, Metrics } from '@qr-attendance/observability';
import { createWorker, type Suspensions } from '@qr-attendance/server';
import type { Records } from '../attendance/create-attendance.ts';
import { recordIdOf } from '../attendance/record-id.ts';
import { EVERYBODY } from '../attendance/statements.ts';
import { createRosterStreams } from './roster-streams.ts';

const TRY_AGAIN_MS = 1_000;
const GIVE_UP_MS = 30_000;

interface Unsent {
  studentIds: Set<string>;
  failingSince?: number | undefined;
}

export const createLiveRoster = ({
  records,
  listMembers,
  log,
  ...options
}: {
  records: Pick<Records, 'findSome' | 'findAll'>;
  listMembers: (sessionId: string) => Promise<string[]>;
  suspensions: Pick<Suspensions, 'isSuspended' | 'isSignedOut'>;
  maxPerPerson: number;
  log: Logger;
  metrics: Metrics;
}) => {
  const streams = createRosterStreams(options);
  const unsent = new Map<string, Unsent>();

  const keep = (sessionId: string, { studentIds, failingSince = Date.now() }: Unsent): void => {
    if (Date.now() - failingSince > GIVE_UP_MS) {
      streams.endOf(sessionId, 'unsent');
      return;
    }
    const since = unsent.get(sessionId)?.studentIds ?? [];
    unsent.set(sessionId, { studentIds: new Set([...studentIds, ...since]), failingSince });
  };

  const load = async (sessionId: string, studentIds: Set<string>) => {
    if (!studentIds.has(EVERYBODY)) {
      const asked = [...studentIds];
      return { asked, found: await records.findSome(sessionId, asked) };
    }
    return { found: await records.findAll(sessionId), asked: await listMembers(sessionId) };
  };

  const send = async (sessionId: string, batch: Unsent): Promise<void> => {
    if (!streams.isWatched(sessionId)) return;
    try {
      const { found, asked } = await load(sessionId, batch.studentIds);
      for (const { record } of found) streams.send(sessionId, record, 'mark');
      const there = new Set(found.map(({ record }) => record.student._id));
      for (const studentId of asked)
        if (!there.has(studentId))
          streams.send(sessionId, { _id: recordIdOf({ sessionId, studentId }) }, 'withdrawn');
    } catch (error) {
      log.warn({ err: error, sessionId }, 'live roster: marks could not be loaded, retrying');
      keep(sessionId, batch);
    }
  };

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
    notify: (sessionId: string, studentId: string): void => {
      if (!streams.isWatched(sessionId)) return;
      const batch = unsent.get(sessionId) ?? { studentIds: new Set() };
      batch.studentIds.add(studentId);
      unsent.set(sessionId, batch);
      sending.wake();
    },
    close: async (): Promise<void> => {
      streams.close();
      await sending.stop();
    },
  };
};
export type LiveRoster = ReturnType<typeof createLiveRoster>;
