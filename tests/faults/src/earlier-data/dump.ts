import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadBackup, readBackup, readLinesFile, writeLinesFile } from '@qr-attendance/cli/backup';
import { freshDatabases, type TestDatabases, testServers } from '@qr-attendance/test-kit';
import type { RecordedAnswer } from './answers.ts';
import type { Job } from './bus-state.ts';

export const DUMPS = join(import.meta.dirname, '../../earlier-data');

/** A backup by `npm run backup`, the events on the bus, and the answers from the release. */
export const partsOf = (folder: string) => ({
  backup: join(folder, 'backup'),
  jobs: join(folder, 'bus.jsonl.gz'),
  answers: join(folder, 'answers.jsonl.gz'),
});

const linesOf = async function* (values: Iterable<unknown>): AsyncGenerator<string> {
  for (const value of values) yield JSON.stringify(value);
};
const readValues = async <T>(file: string): Promise<T[]> => {
  const values: T[] = [];
  for await (const line of readLinesFile(file)) values.push(JSON.parse(line) as T);
  return values;
};

export const writeValues = async (file: string, values: unknown[]): Promise<void> => {
  await writeLinesFile(file, linesOf(values));
};

export interface Dump {
  filled: TestDatabases;
  /** The only secret that the data depends on. */
  pinPepper: string;
  jobs: Job[];
  answers: RecordedAnswer[];
  manifest: Awaited<ReturnType<typeof readBackup>>;
}

export const restoreDump = async (folder: string): Promise<Dump> => {
  const parts = partsOf(folder);
  const manifest = await readBackup(parts.backup);
  const filled = await freshDatabases();
  const servers = { ...(await testServers()), databasePrefix: filled.prefix, stop: async () => undefined };
  await loadBackup(servers, manifest, parts.backup);
  const { pinPepper } = JSON.parse(await readFile(join(parts.backup, 'secrets.json'), 'utf8')) as {
    pinPepper: string;
  };
  return {
    filled,
    pinPepper,
    manifest,
    jobs: await readValues(parts.jobs),
    answers: await readValues(parts.answers),
  };
};
