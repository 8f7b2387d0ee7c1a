import { routes } from '@qr-attendance/contracts';
import { DateTime } from 'luxon';
import type { Logger } from '@qr-attendance/observability';
import type { OwnerClients } from '../projections/owners.ts';
import { type GrowingTree, growTree, isDue, listUnsent } from './history-tree.ts';

const NIGHT_HOUR = 3;

export const lastNight = (now: Date, zone: string): Date => {
  const local = DateTime.fromJSDate(now, { zone });
  const tonight = local.startOf('day').set({ hour: NIGHT_HOUR });
  return (tonight <= local ? tonight : tonight.minus({ days: 1 })).toJSDate();
};

interface GrowingHistoryTree extends GrowingTree {
  auth: OwnerClients['auth'];
  clock: () => Date;
  campusTimeZone: string;
  log: Logger;
}

const emailAuditor = async ({ pool, auth }: GrowingHistoryTree): Promise<void> => {
  for (const { size, root, at } of await listUnsent(pool)) {
    const query = { size: String(size), root, at };
    if (await auth.post(routes.auth.emailHistoryRootInternal, { query }))
      await pool.query('DELETE FROM history_root_mails WHERE size = $1', [size]);
  }
};

export const growHistoryTree = async (context: GrowingHistoryTree): Promise<void> => {
  const { pool, clock, campusTimeZone, log } = context;
  if (await isDue(pool, lastNight(clock(), campusTimeZone))) {
    const grown = await growTree(context);
    if (grown) log.info({ size: grown.size, root: grown.root.toString('hex') }, 'history tree published');
  }
  await emailAuditor(context);
};
