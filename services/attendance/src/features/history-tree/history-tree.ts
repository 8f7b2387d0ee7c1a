import { type HistoryRoot, routes } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import type { Pool } from 'pg';
import { register } from '../../core/audit/register-statuses.ts';
import { inTransaction, isUniqueViolation } from '../../db/database.ts';
import { isoMoment } from '../../db/sql.ts';
import type { OwnerClients } from '../../core/owners/owners.ts';
import { appendBatch, FIRST_ID, MAX_COMMIT_DELAY_HOURS, currentSize } from './history-leaves.ts';
import { proveConsistency, rootOf, type TreeHead } from './rules/merkle-tree.ts';
import { storedNodes } from './tree-nodes.ts';

const ROOTS_PAGE = 100;

const publishedRoots = async (pool: Pool, condition: string, values: unknown[]): Promise<HistoryRoot[]> => {
  const { rows } = await pool.query<HistoryRoot>(
    `SELECT size::int, encode(root, 'hex') AS root, ${isoMoment('at')} AS at FROM history_roots WHERE ${condition}`,
    values,
  );
  return rows;
};

export const listRoots = (pool: Pool, below: number | undefined): Promise<HistoryRoot[]> =>
  publishedRoots(pool, `$1::bigint IS NULL OR size < $1 ORDER BY size DESC LIMIT ${ROOTS_PAGE}`, [
    below ?? null,
  ]);

export const listUnsentRoots = (pool: Pool): Promise<HistoryRoot[]> =>
  publishedRoots(pool, 'size IN (SELECT size FROM history_root_mails) ORDER BY size', []);

/** @returns undefined if one of the trees was never published */
export const proveRoots = async (pool: Pool, from: number, to: number): Promise<Buffer[] | undefined> => {
  const found = await publishedRoots(pool, 'size = ANY($1::bigint[])', [[from, to]]);
  if (found.length !== new Set([from, to]).size) return undefined;
  return proveConsistency(storedNodes(pool), from, to);
};

export const isNightDue = async (pool: Pool, night: Date): Promise<boolean> => {
  const { rows } = await pool.query<{ due: boolean }>(
    `SELECT CASE
       WHEN EXISTS (SELECT FROM history_roots WHERE at >= $1) THEN false
       WHEN EXISTS (SELECT FROM history_roots) THEN EXISTS (SELECT FROM audit_log WHERE written_at >= (SELECT max(at) FROM history_roots))
       ELSE EXISTS (SELECT FROM audit_log WHERE written_at < $1) END AS due`,
    [night],
  );
  return rows[0]?.due === true;
};

export interface TreePools {
  pool: Pool;
  /** Has no time-outs, because the first run reads years of entries. */
  reportPool: Pool;
}

const appendAll = async (reportPool: Pool, isFirst: boolean): Promise<void> => {
  let after: string | undefined = FIRST_ID;
  while (after !== undefined) {
    const before: string = after;
    after = await inTransaction(reportPool, (client) => appendBatch(client, isFirst, before));
  }
};

/** @returns undefined if nothing was added, or if another replica is adding */
export const growTree = async ({ pool, reportPool }: TreePools): Promise<TreeHead | undefined> => {
  await reportPool.query(
    'DELETE FROM history_openings o USING people p WHERE p.id = o.student_id AND p.erased',
  );
  const { rows } = await pool.query<{ last: Date | null }>('SELECT max(at) AS last FROM history_roots');
  const last = rows[0]?.last ?? undefined;
  const isFirst = last === undefined;
  try {
    await register(reportPool, new Date((last?.getTime() ?? 0) - MAX_COMMIT_DELAY_HOURS * 3_600_000));
    await appendAll(reportPool, isFirst);
    // Ids are random, so an entry written during this query may have a smaller id.
    await appendAll(reportPool, isFirst);
    return await inTransaction(reportPool, async (client) => {
      const size = await currentSize(client);
      if (size === 0) return undefined;
      const root = await rootOf(storedNodes(client), size);
      const { rowCount } = await client.query(
        `WITH published AS (
           INSERT INTO history_roots (size, root, at) VALUES ($1, $2, clock_timestamp())
           ON CONFLICT DO NOTHING RETURNING size)
         INSERT INTO history_root_mails (size) SELECT size FROM published`,
        [size, root],
      );
      return rowCount === 1 ? { size, root } : undefined;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
};

const NIGHT_TIME = '03:00';

export const latestNight = (now: Date, zone: string): Date => {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const tonight = local.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime: NIGHT_TIME });
  const last = Temporal.ZonedDateTime.compare(tonight, local) > 0 ? tonight.subtract({ days: 1 }) : tonight;
  return new Date(last.epochMilliseconds);
};

interface GrowingHistoryTree extends TreePools {
  auth: OwnerClients['auth'];
  clock: () => Date;
  campusTimeZone: string;
  log: Logger;
}

const emailAuditor = async ({ pool, auth }: GrowingHistoryTree): Promise<void> => {
  for (const { size, root, at } of await listUnsentRoots(pool)) {
    const query = { size: String(size), root, at };
    if (await auth.post(routes.auth.emailHistoryRootInternal, { query }))
      await pool.query('DELETE FROM history_root_mails WHERE size = $1', [size]);
  }
};

export const growHistoryTree = async (context: GrowingHistoryTree): Promise<void> => {
  const { pool, clock, campusTimeZone, log } = context;
  if (await isNightDue(pool, latestNight(clock(), campusTimeZone))) {
    const grown = await growTree(context);
    if (grown) log.info({ size: grown.size, root: grown.root.toString('hex') }, 'history tree published');
  }
  await emailAuditor(context);
};
