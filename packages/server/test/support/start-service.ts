import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const { NODE_COMPILE_CACHE } = process.env;
const compileCache = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};

/** `ended` resolves to the exit code and the time since the signal. */
export const startService = async (env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'service.ts')], {
    env: { PATH: process.env['PATH'] ?? '', ...compileCache, HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  let metricsPort = 0;
  const lines: { msg?: string; port?: number; traceId?: string; reason?: string }[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    void exit.then(() => reject(new Error('the service did not start')));
    createInterface(child.stdout).on('line', (line) => {
      const entry = JSON.parse(line) as (typeof lines)[number];
      lines.push(entry);
      const { msg, port: taken } = entry;
      if (msg === 'metrics listening') metricsPort = taken ?? 0;
      if (msg === 'listening') resolve(taken ?? 0);
    });
  });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    lines,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    stop: async () => {
      const began = Date.now();
      child.kill('SIGTERM');
      const [code] = await exit;
      return { code, tookMs: Date.now() - began };
    },
  };
};
