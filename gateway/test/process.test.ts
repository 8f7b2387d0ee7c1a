import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { environmentOf, startUpstreams, type UpstreamName } from './support/gateway.ts';
import { startUpstream, type TestUpstream } from './support/upstream.ts';
import { createWebApp } from './support/web-app.ts';

let upstreams: Record<UpstreamName, TestUpstream>;
let webApp: Awaited<ReturnType<typeof createWebApp>>;
beforeAll(async () => {
  const live = await startUpstream('attendance', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  });
  upstreams = await startUpstreams({ attendance: live });
  webApp = await createWebApp();
});
afterAll(async () => {
  await Promise.all(Object.values(upstreams).map((upstream) => upstream.stop()));
  await webApp.remove();
});

const run = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

interface LogLine {
  msg?: string;
  port?: number;
  route?: string;
}
const logOf = (child: ChildProcess): LogLine[] => {
  const lines: LogLine[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => lines.push(JSON.parse(line) as LogLine));
  return lines;
};

describe('the gateway process', () => {
  it('serves requests, logs no code, and stops on SIGTERM despite an open event stream', async () => {
    const child = run({ ...environmentOf(upstreams, webApp.dir), LOG_LEVEL: 'info' });
    const log = logOf(child);
    const ended = once(child, 'exit');
    try {
      const port = await eventually(() => {
        const found = log.find((line) => line.msg === 'listening')?.port;
        expect(found).toBeDefined();
        return found;
      });
      const url = `http://127.0.0.1:${port}`;
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      await (await fetch(`${url}/api/sessions/verify/SECRET22`)).arrayBuffer();
      await (await fetch(`${url}/attendance/SECRET22`)).arrayBuffer();
      const stream = await fetch(`${url}/api/attendance/live`);
      expect(stream.status).toBe(200);
      await eventually(() => expect(log.some((line) => line.route === '/attendance/:code')).toBe(true));
      expect(JSON.stringify(log)).not.toContain('SECRET22');
    } finally {
      child.kill('SIGTERM');
    }
    expect((await ended)[0]).toBe(0);
  });

  it('does not start with an invalid setting, and names it', async () => {
    const child = run({ ...environmentOf(upstreams, webApp.dir), AUTH_URL: 'nonsense' });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(errors).toContain('AUTH_URL');
  });

  it('does not start with a setting that trusts every proxy', async () => {
    const child = run({ ...environmentOf(upstreams, webApp.dir), TRUST_PROXY: 'true' });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(errors).toContain('TRUST_PROXY');
  });
});
