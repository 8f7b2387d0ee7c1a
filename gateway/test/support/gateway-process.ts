import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { environmentOf, startUpstreams } from './gateway.ts';
import { createWebApp } from './web-app.ts';

export interface GatewayProcess {
  port: number;
  /** Resident memory in MiB. */
  rss: () => Promise<number>;
  stop: () => Promise<void>;
}

export const startGatewayProcess = async (
  settings: Record<string, string> = {},
  own: Parameters<typeof startUpstreams>[0] = {},
): Promise<GatewayProcess> => {
  const webApp = await createWebApp();
  const upstreams = await startUpstreams(own);
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...environmentOf(upstreams, webApp.dir),
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the gateway ended')));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { msg, port: said } = JSON.parse(line) as { msg: string; port?: number };
      if (msg === 'listening' && said !== undefined) resolve(said);
    });
  });
  return {
    port,
    rss: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await Promise.all(Object.values(upstreams).map((upstream) => upstream.stop()));
      await webApp.remove();
    },
  };
};
