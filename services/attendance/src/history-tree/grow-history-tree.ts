import { type HistoryRoot, routes } from '@qr-attendance/contracts';
import { DateTime } from 'luxon';
import type { Logger } from '@qr-attendance/observability';
import type { OwnerClients } from '../projections/owners.ts';
import type { HistoryTree, PublishedRoot } from './history-tree.ts';

/** When nobody is in class. */
const NIGHT_HOUR = 3;

/** The last time that a night's tree was due, by the campus's clock. */
export const lastNight = (now: Date, zone: string): Date => {
  const local = DateTime.fromJSDate(now, { zone });
  const tonight = local.startOf('day').set({ hour: NIGHT_HOUR });
  return (tonight <= local ? tonight : tonight.minus({ days: 1 })).toJSDate();
};

/** A root as it is told. */
export const toHistoryRoot = ({ size, root, at }: PublishedRoot): HistoryRoot => ({
  size,
  root: root.toString('hex'),
  at: at.toISOString(),
});

export interface GrowingHistoryTree {
  historyTree: HistoryTree;
  auth: OwnerClients['auth'];
  clock: () => Date;
  campusTimeZone: string;
  log: Logger;
}

/** Has the auditor emailed what was published. Until the auth service has taken a root, it is asked again. */
const tellAuditor = async ({ historyTree, auth }: GrowingHistoryTree): Promise<void> => {
  for (const published of await historyTree.listUnsent()) {
    const { size, root, at } = toHistoryRoot(published);
    const query = { size: String(size), root, at };
    if (await auth.post(routes.auth.emailHistoryRootInternal, { query })) await historyTree.noteSent(size);
  }
};

/** Every night once, whichever replica comes first, takes the day's history into the tree and publishes its root. */
export const growHistoryTree = async (context: GrowingHistoryTree): Promise<void> => {
  const { historyTree, clock, campusTimeZone, log } = context;
  if (await historyTree.isDue(lastNight(clock(), campusTimeZone))) {
    const grown = await historyTree.grow();
    if (grown) log.info({ size: grown.size, root: grown.root.toString('hex') }, 'history tree published');
  }
  await tellAuditor(context);
};
