import type { Ledger } from '@qr-attendance/statements';
import type { Database } from '../../db/database.ts';

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
