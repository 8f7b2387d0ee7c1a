import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import pRetry from 'p-retry';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const commandOf = async (pid: number): Promise<string> => {
  const { stdout } = await execa('ps', ['-o', 'command=', '-p', String(pid)], { reject: false });
  return typeof stdout === 'string' ? stdout : '';
};

/** The first line of a pid file, when a process of that id runs. */
export const readLivePid = async (pidFile: string): Promise<number | undefined> => {
  const text = await readFile(pidFile, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 && isAlive(pid) ? pid : undefined;
};

/**
 * Stops a server that an earlier run left behind because it was killed itself. Only a process whose command line names
 * our own folder is touched: ids are given out again.
 */
export const stopLeftOver = async (pidFile: string, folder: string, signal: 'SIGINT' | 'SIGTERM') => {
  const pid = await readLivePid(pidFile);
  if (!pid || !(await commandOf(pid)).includes(folder)) return;
  process.kill(pid, signal);
  await pRetry(
    () => {
      if (isAlive(pid)) throw new Error(`process ${pid} still runs`);
    },
    { retries: 100, minTimeout: 100, factor: 1 },
  );
};
