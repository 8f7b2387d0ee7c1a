import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { routesOf } from '@qr-attendance/contracts';
import { z } from 'zod';
import { RejectedRequest } from '../src/errors.ts';
import { createInternalClient, type InternalClient } from '../src/http/internal-client.ts';
import { createLogger } from '@qr-attendance/observability';
import { eventually } from '@qr-attendance/test-kit';

const route = routesOf('course').get('/internal/things/:id', {
  access: 'internal',
  grants: 'reads',
  summary: 'For a test.',
  params: z.object({ id: z.string() }),
  answer: z.object({ name: z.string() }),
});
const answering: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"name":"Ada"}');
};
const hanging: RequestListener = () => {};
const cutting: RequestListener = (request) => request.socket.destroy();

let behave: RequestListener;
let asked: number;
let client: InternalClient;
let stop: () => Promise<void>;
beforeEach(async () => {
  behave = answering;
  asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    behave(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createInternalClient({
    baseUrl,
    internalToken: 'x'.repeat(32),
    log: createLogger('test', 'silent'),
  });
  stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
});
afterEach(() => stop());

const get = () => client.get(route, { id: '1' });
const expectRefusal = (call = get()) => expect(call).rejects.toMatchObject({ kind: 'unavailable' });

describe('another service called over HTTP', () => {
  it('times out after 2 s if it hangs, opens the breaker, and is used again after a successful trial', async () => {
    behave = hanging;
    await Promise.all(Array.from({ length: 5 }, () => expectRefusal()));
    expect(asked).toBe(5);

    await Promise.all(Array.from({ length: 20 }, () => expectRefusal()));
    expect(asked).toBe(5);

    await eventually(async () => {
      await Promise.all(Array.from({ length: 20 }, () => expectRefusal()));
      expect(asked).toBe(6);
    });
    behave = answering;
    await eventually(async () => expect(await get()).toEqual({ name: 'Ada' }));
  });

  it('is retried once if it drops the connection', async () => {
    behave = (request, response) => (asked === 1 ? cutting : answering)(request, response);
    expect(await get()).toEqual({ name: 'Ada' });
    expect(asked).toBe(2);
  });

  it('gets only a few retries while it is unavailable', async () => {
    behave = cutting;
    for (let count = 0; count < 4; count += 1) await expectRefusal();
    await Promise.all(Array.from({ length: 100 }, () => expectRefusal()));
    expect(asked).toBeLessThan(104 + 25);
  });

  it('is not considered failed if it returns 409, which reaches the caller', async () => {
    behave = (_request, response) =>
      response.writeHead(409).end('{"error":"Full.","code":"full","requestId":"1","details":{"seats":0}}');
    for (let count = 0; count < 10; count += 1)
      await expect(get()).rejects.toMatchObject({
        kind: 'conflict',
        code: 'full',
        message: 'Full.',
        details: { seats: 0 },
      });
    expect(asked).toBe(10);
  });

  it('is not considered failed if it rejects a request as invalid, although the caller gets an error', async () => {
    behave = (_request, response) => response.writeHead(400).end();
    for (let count = 0; count < 10; count += 1) {
      const error = await get().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(RejectedRequest);
      expect(error).toMatchObject({ kind: 'unavailable', code: 'try_again' });
    }
    expect(asked).toBe(10);
  });

  it('is not followed if it redirects', async () => {
    behave = (request, response) => {
      if (request.url === '/elsewhere') return answering(request, response);
      response.writeHead(302, { location: '/elsewhere' }).end();
    };
    await expectRefusal();
    expect(asked).toBe(1);
  });
});
