import pg from 'pg';

/** Rows fetched at a time; one with a selfie may have 200 kB. */
const FETCH = 100;
/** Characters of rows written at once. */
const CHUNK = 2_000_000;
const MIGRATIONS = 'migrations';

/** Tables that hold data; the record of migrations comes from the migrations themselves. */
export const listTables = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> $1 ORDER BY 1`,
    [MIGRATIONS],
  );
  return rows.map(({ name }) => name);
};

/** Names of the migrations that the database has had. */
export const listMigrations = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS} ORDER BY id`);
  return rows.map(({ name }) => name);
};

/** Every row of a table as a line of JSON, made by PostgreSQL itself; inside a transaction. */
export async function* readRows(client: pg.ClientBase, table: string): AsyncGenerator<string> {
  const name = pg.escapeIdentifier(table);
  await client.query(
    `DECLARE reading NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line FROM ${name} t`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${FETCH} FROM reading`);
    for (const { line } of rows) yield line;
    if (rows.length < FETCH) break;
  }
  await client.query('CLOSE reading');
}

/** Migrations write rows of their own; the backup has them as they were when it was taken. */
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

/** Writes rows that `readRows` read into a table of the same shape. */
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

/** Sequences go on after the highest number that was written. */
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
