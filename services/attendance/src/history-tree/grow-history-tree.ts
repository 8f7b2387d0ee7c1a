import { routes } from '@qr-attendance/contracts';
import { DateTime } from 'luxon';
import type { Logger } from '@qr-attendance/observability';
import type { OwnerClients } from '../projections/owners.ts';
import type { HistoryTree } from './history-tree.ts';

const NIGHT_HOUR = 3;

export const lastNight = (now: Date, zone: string): Date => {
  const local = DateTime.fromJSDate(now, { zone });
  const tonight = local.startOf('day').set({ hour: NIGHT_HOUR });
  return (tonight <= local ? tonight : tonight.minus({ days: 1 })).toJSDate();
};

export interface GrowingHistoryTree {
  historyTree: HistoryTree;
  auth: OwnerClients['auth'];
  clock: () => Date;
  campusTimeZone: string;
  log: Logger;
}

const emailAuditor = async ({ historyTree, auth }: GrowingHistoryTree): Promise<void> => {
  for (const { size, root, at } of await historyTree.listUnsent()) {
    const query = { size: String(size), root, at };
    if (await auth.post(routes.auth.emailHistoryRootInternal, { query })) await historyTree.markSent(size);
  }
};

export const growHistoryTree = async (context: GrowingHistoryTree): Promise<void> => {
  const { historyTree, clock, campusTimeZone, log } = context;
  if (await historyTree.isDue(lastNight(clock(), campusTimeZone))) {
    const grown = await historyTree.grow();
    if (grown) log.info({ size: grown.size, root: grown.root.toString('hex') }, 'history tree published');
  }
  await emailAuditor(context);
};
