import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

type Env = Record<string, string>;
const launch = (file: string, env: Env): ChildProcess =>
  spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Runs a file to its end. @throws Error when it fails */
export const runToEnd = async (file: string, env: Env): Promise<void> => {
  const [code] = (await once(launch(file, env), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
};

/** Starts a service on a free port, which it tells in its log. */
export const startProcess = async (file: string, env: Env) => {
  const child = launch(file, { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...env });
  const exited = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    void exited.then(() => reject(new Error(`${file} did not start`)));
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('"msg":"listening"')) resolve((JSON.parse(line) as { port: number }).port);
    });
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await exited;
  };
  return { url: `http://127.0.0.1:${port}`, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
};
