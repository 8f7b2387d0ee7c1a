import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { createChanges } from './changes.ts';

export const changesRoutes = ({
  changes,
}: {
  changes: ReturnType<typeof createChanges>;
}): Implementation[] => [
  implement(routes.attendance.listChanges, ({ caller }) => changes.list(caller.id)),
  implement(routes.attendance.markChangesSeen, async ({ caller, body }) => {
    await changes.markSeen(caller.id, new Date(body.until));
    return undefined;
  }),
];
