import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { startService } from './support/start-service.ts';

const GRACE_MS = 8_000;

const holdOpen = async (port: number, text = '') => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (text) socket.write(text);
  return socket;
};

describe('a process that receives a stop signal', () => {
  it('is not ready at once, keeps serving during the pause, finishes running requests, then exits', async () => {
    const service = await startService({ SLOW_MS: '7000', SHUTDOWN_PAUSE_MS: '5000' });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    const slow = fetch(`${service.url}/slow`);
    await fetch(`${service.url}/quick`);
    const ended = service.stop();

    await eventually(async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(503));
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    const quick = await fetch(`${service.url}/quick`);
    expect([quick.status, quick.headers.get('connection')]).toEqual([200, 'close']);
    expect((await fetch(`${service.url}/passed-on`)).headers.get('connection')).toBe('close');
    await eventually(() => expect(fetch(`${service.url}/quick`)).rejects.toThrow());

    // The request started before the shutdown; its connection is closed, too.
    const answer = await slow;
    expect([answer.status, await answer.json()]).toEqual([200, 'done']);
    expect(answer.headers.get('connection')).toBe('close');
    expect((await ended).code).toBe(0);
  });

  it('does not wait for open connections without requests', async () => {
    const service = await startService({ SLOW_MS: '500' });
    const unused = await holdOpen(service.port);
    const used = await holdOpen(service.port, 'GET /quick HTTP/1.1\r\nhost: x\r\n\r\n');
    const underWay = await holdOpen(service.port, 'GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(used, 'data');
    const { code, tookMs } = await service.stop();
    expect(code).toBe(0);
    // Waiting for these sockets would exceed the grace period.
    expect(tookMs).toBeLessThan(GRACE_MS);
    for (const socket of [unused, used, underWay]) socket.destroy();
  });

  it('responds to requests that arrived before it closed, even if the process was frozen', async () => {
    const pauseMs = 1_500;
    const service = await startService({ SHUTDOWN_PAUSE_MS: String(pauseMs) });
    const request = 'GET /quick HTTP/1.1\r\nhost: x\r\n\r\n';
    const kept = await holdOpen(service.port, request);
    await once(kept, 'data');
    const ended = service.stop();
    await eventually(async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(503));
    service.freeze();
    // The requests arrive while the event loop is blocked.
    await sleep(pauseMs);
    kept.write(request);
    const added = await holdOpen(service.port, request);
    const answers = [kept, added].map((socket) => textOf(socket));
    service.thaw();
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect((await ended).code).toBe(0);
  });

  it.each([
    ['while it starts', 'once its supervisor is gone'],
    ['once it runs', 'at once'],
  ])(
    'exits when its supervisor has died %s',
    async (when, START) => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'support/service.ts')], {
        env: { ...process.env, HOST: '127.0.0.1', PORT: '0', START },
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      try {
        await once(child, 'spawn');
        if (when === 'once it runs')
          for await (const line of createInterface(child.stdout as Readable))
            if (line.includes('"listening"')) break;
        const exit = once(child, 'exit');
        child.stdout?.resume();
        child.disconnect();
        expect(await exit).toEqual([0, null]);
      } finally {
        child.kill('SIGKILL');
      }
    },
    40_000,
  );

  it('exits within 20 s even if a stream, a half-sent request and its own cleanup hang', async () => {
    const [busyService, hangingService] = await Promise.all([
      startService(),
      startService({ CLOSE: 'hangs' }),
    ]);
    const stream = await fetch(`${busyService.url}/live`);
    expect(stream.status).toBe(200);
    const halfSent = await holdOpen(
      busyService.port,
      'POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc',
    );
    const [first, second] = await Promise.all([busyService.stop(), hangingService.stop()]);
    expect(first.code).toBe(0);
    expect(second.code).toBe(1);
    expect(Math.max(first.tookMs, second.tookMs)).toBeLessThan(20_000);
    halfSent.destroy();
  });
});
