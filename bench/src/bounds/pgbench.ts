import { join } from 'node:path';
import { execa } from 'execa';

const SCRIPT = join(import.meta.dirname, 'insert.sql');
/** As many as the attendance service has. */
const CONNECTIONS = '10';

export const hasPgbench = async (): Promise<boolean> =>
  (await execa('pgbench', ['--version'], { reject: false })).exitCode === 0;

/** Inserts a second, written by PostgreSQL's own driver without any server between. */
export const runPgbench = async (databaseUrl: string, seconds: number): Promise<number> => {
  const { stdout } = await execa('pgbench', [
    ...['--no-vacuum', '--protocol=prepared', `--file=${SCRIPT}`],
    ...[`--client=${CONNECTIONS}`, '--jobs=1', `--time=${seconds}`, databaseUrl],
  ]);
  const [, perSecond] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
  if (!perSecond) throw new Error('pgbench says nothing of its speed');
  return Number(perSecond);
};
