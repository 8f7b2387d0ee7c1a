import { routes } from '@qr-attendance/contracts';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { createWorker, type Implementation, implementStream, type Suspensions } from '@qr-attendance/server';
import type { Records } from '../attendance/create-attendance.ts';
import { recordIdOf } from '../attendance/record-id.ts';
import { EVERYBODY } from '../attendance/statements.ts';
import type { Owners } from '../projections/owners.ts';
import type { CoveredCourse, StudentGroup } from '../projections/visible.ts';
import { createRosterStreams } from './roster-streams.ts';

const BACKSTOP_MS = 60_000;

export const createLiveRoster = ({
  records,
  findGroups,
  log,
  ...options
}: {
  records: Pick<Records, 'findSome'>;
  findGroups: (sessionId: string, studentIds: string[]) => Promise<Map<string, StudentGroup>>;
  suspensions: Pick<Suspensions, 'isSuspended' | 'isSignedOut'>;
  findScopes: (sessionIds: string[]) => Promise<Map<string, CoveredCourse[]>>;
  maxPerPerson: number;
  log: Logger;
  metrics: Metrics;
}) => {
  const streams = createRosterStreams(options);
  const unsent = new Map<string, Set<string>>();

  const send = async (sessionId: string, studentIds: Set<string>): Promise<void> => {
    if (!streams.isWatched(sessionId)) return;
    if (studentIds.has(EVERYBODY)) {
      streams.send(sessionId, {}, 'changed');
      return;
    }
    try {
      const found = await records.findSome(sessionId, [...studentIds]);
      for (const { record, group } of found) streams.send(sessionId, record, 'mark', group);
      const there = new Set(found.map(({ record }) => record.student._id));
      const gone = [...studentIds].filter((studentId) => !there.has(studentId));
      if (gone.length === 0) return;
      for (const [studentId, group] of await findGroups(sessionId, gone)) {
        const withdrawn = { _id: recordIdOf({ sessionId, studentId }) };
        streams.send(sessionId, withdrawn, 'withdrawn', group);
      }
    } catch (error) {
      log.warn({ err: error, sessionId }, 'live roster: marks could not be loaded');
      streams.endOf(sessionId, 'unsent');
    }
  };

  const sending = createWorker(
    'live roster',
    async () => {
      const batches = [...unsent];
      unsent.clear();
      for (const [sessionId, studentIds] of batches) await send(sessionId, studentIds);
      return false;
    },
    BACKSTOP_MS,
    log,
  );

  return {
    open: streams.open,
    endAll: streams.endAll,
    notify: (sessionId: string, studentId: string): void => {
      if (!streams.isWatched(sessionId)) return;
      unsent.set(sessionId, (unsent.get(sessionId) ?? new Set<string>()).add(studentId));
      sending.wake();
    },
    close: async (): Promise<void> => {
      streams.close();
      await sending.stop();
    },
  };
};
export type LiveRoster = ReturnType<typeof createLiveRoster>;

export const liveRoutes = (context: {
  owners: Pick<Owners, 'findSessionFor'>;
  liveRoster: Pick<LiveRoster, 'open'>;
}): Implementation[] => [
  implementStream(routes.attendance.streamAttendance, async ({ caller, query, request, response }) => {
    const session = await context.owners.findSessionFor(query.sessionId, caller, 'readCourse');
    const { id, visible } = session;
    await context.liveRoster.open(id, { reader: caller, visible, request, response });
  }),
];
