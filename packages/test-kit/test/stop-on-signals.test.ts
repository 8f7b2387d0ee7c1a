import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import pg from 'pg';
import { TEST_MONGODB_URL, testServers } from '../src/infrastructure.ts';

const RUN = join(import.meta.dirname, 'fixtures/test-run.ts');

const startRun = async () => {
  const { TEST_SERVERS_URL: _ours, TEST_POSTGRES_URL: _given, ...env } = process.env;
  const run = fork(RUN, { env: { ...env, [TEST_MONGODB_URL]: (await testServers()).mongoUrl } });
  const ended = once(run, 'exit');
  const [postgresUrl] = (await once(run, 'message')) as [string];
  return { run, ended, postgresUrl };
};
const folderOf = async (postgresUrl: string): Promise<string> => {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  const { rows } = await client.query<{ folder: string }>(
    "SELECT current_setting('local_stack.folder') AS folder",
  );
  await client.end();
  return rows[0]?.folder ?? '';
};

it.each([
  ['terminated (SIGTERM)', (run: ReturnType<typeof fork>) => void run.kill('SIGTERM')],
  ['ended by Ctrl-C (SIGINT)', (run: ReturnType<typeof fork>) => void run.kill('SIGINT')],
  ['orphaned by its parent process', (run: ReturnType<typeof fork>) => run.disconnect()],
])('a test run that is %s leaves no database process, and no folder', async (_how, end) => {
  const { run, ended, postgresUrl } = await startRun();
  const folder = await folderOf(postgresUrl);
  expect(existsSync(folder)).toBe(true);
  end(run);
  await ended;
  await expect(folderOf(postgresUrl)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(existsSync(folder)).toBe(false);
});
