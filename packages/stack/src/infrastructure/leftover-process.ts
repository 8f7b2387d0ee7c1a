import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { StartError } from '../start-error.ts';
import { waitUntil } from '../wait-until.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

export const commandOf = async (pid: number): Promise<string> => {
  const { stdout } = await execa('ps', ['-o', 'command=', '-p', String(pid)], { reject: false });
  return typeof stdout === 'string' ? stdout : '';
};

const readLivePid = async (pidFile: string): Promise<number | undefined> => {
  const text = await readFile(pidFile, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 && isAlive(pid) ? pid : undefined;
};

/** Checks that the command line contains `what`, because process ids are reused. */
export const findProcess = async (pidFile: string, what: string): Promise<number | undefined> => {
  const pid = await readLivePid(pidFile);
  return pid && (await commandOf(pid)).includes(what) ? pid : undefined;
};

/**
 * Stops a server that a killed earlier run left behind. Only affects processes whose command line contains
 * our folder.
 */
export const stopLeftoverProcess = async (pidFile: string, folder: string, signal: 'SIGINT' | 'SIGTERM') => {
  const pid = await findProcess(pidFile, folder);
  if (!pid) return;
  process.kill(pid, signal);
  const ended = async () => {
    if (isAlive(pid)) throw new Error('still runs');
  };
  await waitUntil(ended, { withinMs: 60_000 }).catch(() => {
    throw new StartError(`Process ${pid} of an earlier start does not end; end it and start again.`);
  });
};
