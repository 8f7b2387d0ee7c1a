import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { waitUntil } from '@qr-attendance/stack';

type Env = Record<string, string>;
const inherited = (): Env => {
  const kept = ['PATH', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined)) as Env;
};
const launch = (file: string, env: Env): ChildProcess =>
  spawn(process.execPath, [file], {
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });

const keepLines = ({ stdout, stderr }: ChildProcess, onLine: (line: string) => void): void => {
  stderr?.pipe(process.stderr, { end: false });
  for (const stream of [stdout, stderr]) if (stream) createInterface(stream).on('line', onLine);
};

/** Resolves after this time even if the process is not ready, because some tests examine that state. */
const READY_WITHIN_MS = 10_000;
export const untilReady = (url: string): Promise<void> =>
  waitUntil(
    async () => {
      const { status } = await fetch(`${url}/readyz`);
      // Programs without `/readyz` are ready once they listen.
      if (status === 503) throw new Error('not yet');
    },
    { withinMs: READY_WITHIN_MS },
  ).catch(() => undefined);

/**
 * Starts a service's main file on a free port, which it logs, and waits until it is ready. The process is not
 * restarted.
 */
export const startProcess = async (file: string, env: Env) => {
  const child = launch(file, { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...env });
  const exited = once(child, 'close');
  const lines: string[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    void exited.then(() => reject(new Error(`${file} did not start`)));
    keepLines(child, (line) => {
      lines.push(line);
      if (line.includes('"msg":"listening"')) resolve((JSON.parse(line) as { port: number }).port);
    });
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await exited;
  };
  return {
    url,
    log: () => lines.join('\n'),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
};
