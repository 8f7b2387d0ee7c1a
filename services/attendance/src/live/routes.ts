import { routes } from '@qr-attendance/contracts';
import { type Implementation, implementStream } from '@qr-attendance/server';
import type { Owners } from '../projections/owners.ts';
import type { LiveRoster } from './live-roster.ts';

export const liveRoutes = ({
  owners,
  liveRoster,
}: {
  owners: Pick<Owners, 'findSessionOf'>;
  liveRoster: Pick<LiveRoster, 'open'>;
}): Implementation[] => [
  implementStream(routes.attendance.streamAttendance, async ({ caller, query, request, response }) => {
    const session = await owners.findSessionOf(query.sessionId, caller.id);
    await liveRoster.open(session.id, { reader: caller, request, response });
  }),
];
