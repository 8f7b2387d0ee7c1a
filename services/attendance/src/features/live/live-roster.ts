import { routes } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import { createWorker, type Implementation, implementStream } from '@qr-attendance/server';
import type { Attendance } from '../../core/create-attendance.ts';
import { recordIdOf } from '../../core/records/record-id.ts';
import { ALL_SECTIONS } from '../../core/events/notify-pages.ts';
import type { Lookups } from '../../projections/lookups.ts';
import type { Owners } from '../../core/owners/owners.ts';
import { createRosterStreams, type RosterStreamsDeps } from './roster-streams.ts';

const BACKSTOP_MS = 60_000;

export const createLiveRoster = ({
  attendance,
  log,
  ...options
}: RosterStreamsDeps & {
  attendance: Pick<Attendance, 'records'>;
  lookups: Pick<Lookups, 'groupsIn'>;
  log: Logger;
}) => {
  const streams = createRosterStreams(options);
  const unsent = new Map<string, Set<string>>();

  const send = async (sessionId: string, studentIds: Set<string>): Promise<void> => {
    if (!streams.isWatched(sessionId)) return;
    if (studentIds.has(ALL_SECTIONS)) {
      streams.send(sessionId, {}, 'changed');
      return;
    }
    try {
      const records = await attendance.records.findSome(sessionId, [...studentIds]);
      for (const { record, group } of records) streams.send(sessionId, record, 'mark', group);
      const presentIds = new Set(records.map(({ record }) => record.student._id));
      const removedIds = [...studentIds].filter((studentId) => !presentIds.has(studentId));
      if (removedIds.length === 0) return;
      for (const [studentId, group] of await options.lookups.groupsIn(sessionId, removedIds)) {
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
    const onlyChanges = query.only === 'changes';
    await context.liveRoster.open(id, { reader: caller, visible, onlyChanges, request, response });
  }),
];
