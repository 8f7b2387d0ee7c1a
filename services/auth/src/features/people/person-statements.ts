import type { Ledger } from '@qr-attendance/statements';
import type { Database, Transaction } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';

/** Reads the statements of files about people, who are locked. */
export const readLedgers = async (transaction: Transaction, ids: string[]): Promise<Map<string, Ledger>> => {
  const rows = await transaction.personStatements.findMany({ where: { userId: { in: ids } } });
  return new Map(rows.map(({ userId, ledger }) => [userId, ledger as unknown as Ledger]));
};

/** Writes all at once, so that a file whose lines are unchanged costs one statement. */
export const writeLedgers = async (
  transaction: Transaction,
  ledgers: { id: string; ledger: Ledger | undefined }[],
): Promise<void> => {
  const removed = ledgers.flatMap(({ id, ledger }) => (ledger ? [] : id));
  if (removed.length > 0)
    await transaction.personStatements.deleteMany({ where: { userId: { in: removed } } });
  const written = ledgers.filter(({ ledger }) => ledger);
  if (written.length === 0) return;
  const rows = JSON.stringify(written) satisfies Prisma.InputJsonValue;
  await transaction.$executeRaw`
    INSERT INTO person_statements (user_id, ledger)
    SELECT id, ledger FROM jsonb_to_recordset(${rows}::jsonb) AS s (id uuid, ledger jsonb)
    ON CONFLICT (user_id) DO UPDATE SET ledger = excluded.ledger`;
};

/** Reads the statements of files about people, each entry with its last run only, because runs grow with each file. */
export const readLastStatements = async (
  database: Pick<Database, '$queryRaw'>,
  ids: string[],
): Promise<Map<string, Ledger>> => {
  if (ids.length === 0) return new Map();
  const rows = await database.$queryRaw<{ id: string; ledger: Ledger }[]>`
    SELECT user_id::text AS id,
           ledger || jsonb_build_object('entries', (
             SELECT coalesce(jsonb_agg(entry || jsonb_build_object('runs', jsonb_path_query_array(entry, '$.runs[last]'))
                                       ORDER BY place), '[]'::jsonb)
               FROM jsonb_array_elements(ledger->'entries') WITH ORDINALITY AS e (entry, place))) AS ledger
      FROM person_statements WHERE user_id = ANY (${ids}::uuid[])`;
  return new Map(rows.map(({ id, ledger }) => [id, ledger]));
};
