import pg from 'pg';

/** The approximate size of a page of rows; one row with a selfie may have 200 kB. */
const PAGE_CHARACTERS = 1_000_000;
const CHUNK = 2_000_000;
const MIGRATIONS = 'migrations';

export const listTables = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> $1 ORDER BY 1`,
    [MIGRATIONS],
  );
  return rows.map(({ name }) => name);
};

export const listMigrations = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS} ORDER BY id`);
  return rows.map(({ name }) => name);
};

export const BEGIN_SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL TimeZone = 'UTC'`;

export const exportSnapshot = async (client: pg.ClientBase): Promise<string> => {
  const { rows } = await client.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
  return rows[0]?.id ?? '';
};

const blocksOf = async (client: pg.ClientBase, table: string): Promise<number> => {
  const { rows } = await client.query<{ blocks: number }>(
    `SELECT ceil(pg_relation_size(quote_ident($1)::regclass) / current_setting('block_size')::float)::int AS blocks`,
    [table],
  );
  return rows[0]?.blocks ?? 0;
};

/**
 * Returns one line of JSON per row, serialized by PostgreSQL. Each page is read in its own transaction,
 * because a migration would wait for the locks of a long transaction, and all other queries would wait behind
 * the migration.
 */
export async function* readRows(
  client: pg.ClientBase,
  table: string,
  snapshot: string,
): AsyncGenerator<string> {
  const name = pg.escapeIdentifier(table);
  const end = await blocksOf(client, table);
  let pageBlocks = 1;
  for (let block = 0; block < end;) {
    await client.query(`${BEGIN_SNAPSHOT}; SET TRANSACTION SNAPSHOT ${pg.escapeLiteral(snapshot)}`);
    const { rows } = await client.query<{ line: string }>(
      `SELECT row_to_json(t)::text AS line FROM ${name} t WHERE ctid >= $1::tid AND ctid < $2::tid`,
      [`(${block},0)`, `(${block + pageBlocks},0)`],
    );
    await client.query('COMMIT');
    for (const { line } of rows) yield line;
    const characters = rows.reduce((sum, { line }) => sum + line.length, 0);
    block += pageBlocks;
    pageBlocks = characters < PAGE_CHARACTERS ? pageBlocks * 2 : Math.max(1, Math.floor(pageBlocks / 2));
  }
}

export const clearTables = async (client: pg.ClientBase, tables: string[]): Promise<void> => {
  if (tables.length > 0)
    await client.query(`TRUNCATE ${tables.map((table) => pg.escapeIdentifier(table)).join(', ')}`);
};

const columnsOf = async (client: pg.ClientBase, table: string): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
};

export const writeRows = async (
  client: pg.ClientBase,
  table: string,
  lines: AsyncIterable<string>,
): Promise<void> => {
  const name = pg.escapeIdentifier(table);
  const columns = await columnsOf(client, table);
  const sql = `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
               SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`;
  let waiting: string[] = [];
  let size = 0;
  const flush = async () => {
    if (waiting.length > 0) await client.query(sql, [`[${waiting.join(',')}]`]);
    waiting = [];
    size = 0;
  };
  for await (const line of lines) {
    waiting.push(line);
    size += line.length;
    if (size > CHUNK) await flush();
  }
  await flush();
};

export const advanceSequences = async (client: pg.ClientBase, table: string): Promise<void> => {
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `SELECT column_name AS column, pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence
       FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1
        AND pg_get_serial_sequence(quote_ident(table_name), column_name) IS NOT NULL`,
    [table],
  );
  for (const { column, sequence } of rows) {
    const name = pg.escapeIdentifier(column);
    await client.query(
      `SELECT setval($1::regclass, max(${name})) FROM ${pg.escapeIdentifier(table)} HAVING max(${name}) IS NOT NULL`,
      [sequence],
    );
  }
};
