import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '@qr-attendance/observability';
import { migratePostgres } from '@qr-attendance/server';
import { ROOT } from '@qr-attendance/stack';
import pg from 'pg';
import type { Fault } from '../faults/fault.ts';

/** Longer than a request waits for a lock. */
const READ_MS = 12_000;
/**
 * Makes each line too long for the buffers between the database and the reader to contain the whole report.
 */
const LONG_NAME = 400_000;

/**
 * A teacher requests a report but reads nothing of it while a migration changes the report's tables. Marks
 * must continue, and the migration must complete when the reader has disconnected.
 */
export const slowReport: Fault = {
  name: 'upgrade while a report is read slowly',
  alone: 'this release',
  streamSeconds: 30,
  strike: async ({ url, databases }, { campus }) => {
    const wrong: string[] = [];
    const client = new pg.Client({ connectionString: databases.attendance });
    const dir = await mkdtemp(join(tmpdir(), 'qr-upgrade-'));
    await client.connect();
    try {
      await pause(4_000);
      await client.query(`CREATE TABLE names AS SELECT id, name FROM people;
                          UPDATE people SET name = repeat('x', ${LONG_NAME})`);
      const leaving = new AbortController();
      const [first] = campus.sessions;
      if (!first) throw new Error('the campus has no session');
      const { token } = first.teacher;
      const response = await fetch(`${url}/api/attendance/export`, {
        headers: { authorization: `Bearer ${token}` },
        signal: leaving.signal,
      });
      if (!response.ok) wrong.push(`the report was answered ${response.status}`);
      const { rows } = await client.query(
        `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE relation = 'records'::regclass AND query LIKE '%COPY%' AND pid <> pg_backend_pid()`,
      );
      if (rows.length === 0) wrong.push('the report is read already, and holds up nothing');
      await cp(join(ROOT, 'services/attendance/migrations'), dir, { recursive: true });
      await writeFile(
        join(dir, '999_probe.sql'),
        '-- Up Migration\n\nALTER TABLE records ADD COLUMN probe integer;\n',
      );
      const migrated = migratePostgres({
        url: databases.attendance,
        dir,
        log: createLogger('upgrade', 'silent'),
      });
      await Promise.race([migrated, pause(READ_MS)]);
      leaving.abort();
      await migrated;
      await client.query(
        'UPDATE people SET name = names.name FROM names WHERE names.id = people.id; DROP TABLE names',
      );
    } finally {
      await client.end();
      await rm(dir, { recursive: true, force: true });
    }
    return {
      outcomes: [],
      check: async () => wrong,
    };
  },
};
