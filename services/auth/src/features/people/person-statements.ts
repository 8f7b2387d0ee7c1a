import type { Ledger } from '@qr-attendance/statements';
import { institutionKeyOf } from '../../core/people/rules/judge-record.ts';
import type { Transaction } from '../../db/database.ts';
import type { Prisma } from '../../db/generated/client.ts';

/** Reads the statements of files about people. Callers that change them must lock the people. */
export const readLedgers = async (
  database: Pick<Transaction, 'personStatements'>,
  ids: string[],
): Promise<Map<string, Ledger>> => {
  const rows = await database.personStatements.findMany({ where: { userId: { in: ids } } });
  return new Map(rows.map(({ userId, ledger }) => [userId, ledger as unknown as Ledger]));
};

/** The normalized institution ids that files have stated for a person, past and current. */
export const statedKeysIn = ({ local, entries }: Ledger): string[] => [
  ...new Set(
    [local, ...entries.map(({ values }) => values)].flatMap(({ institutionId }) =>
      typeof institutionId === 'string' ? institutionKeyOf(institutionId) : [],
    ),
  ),
];

/** Writes all in one statement, so that a file with unchanged lines is cheap. */
export const writeLedgers = async (
  transaction: Transaction,
  ledgers: { id: string; ledger: Ledger | undefined }[],
): Promise<void> => {
  const removed = ledgers.flatMap(({ id, ledger }) => (ledger ? [] : id));
  if (removed.length > 0)
    await transaction.personStatements.deleteMany({ where: { userId: { in: removed } } });
  const written = ledgers.flatMap(({ id, ledger }) =>
    ledger ? { id, ledger, keys: statedKeysIn(ledger) } : [],
  );
  if (written.length === 0) return;
  const rows = JSON.stringify(written) satisfies Prisma.InputJsonValue;
  await transaction.$executeRaw`
    INSERT INTO person_statements (user_id, ledger, institution_keys)
    SELECT id, ledger, keys FROM jsonb_to_recordset(${rows}::jsonb) AS s (id uuid, ledger jsonb, keys text[])
    ON CONFLICT (user_id) DO UPDATE
      SET ledger = excluded.ledger, institution_keys = excluded.institution_keys`;
};
