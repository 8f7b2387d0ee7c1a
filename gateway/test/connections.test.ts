import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { errorBodySchema } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import { startGateway, type TestGateway } from './support/gateway.ts';
import { openRaw, type RawConnection } from './support/raw-connection.ts';
import { startUpstream } from './support/upstream.ts';

let gateway: TestGateway;
let connections: RawConnection[] = [];
let streams: ServerResponse[] = [];
afterEach(async () => {
  for (const { socket } of connections) socket.destroy();
  connections = [];
  streams = [];
  await gateway.stop();
});
const begin = async (settings: Record<string, string>) => {
  const live = await startUpstream('attendance', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    streams.push(response);
  });
  gateway = await startGateway(settings, { attendance: live });
};
const open = async (bytes: string, from?: string) => {
  const connection = await openRaw(gateway.port, bytes, from);
  connections.push(connection);
  return connection;
};
const openMany = async (count: number, bytes: string, from?: string) => {
  for (let n = 0; n < count; n += 1) await open(bytes, from);
};
const stillOpen = () => connections.filter(({ isOpen }) => isOpen()).length;
const get = async () => (await fetch(`${gateway.url}/api/courses`)).status;
const LIVE = 'GET /api/attendance/live?sessionId=1 HTTP/1.1\r\nHost: a\r\n\r\n';

describe('the limit on connections', () => {
  it.each([
    ['that send nothing', ''],
    ['that send half a request head', 'GET /api/courses HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['that stay open after a response', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('closes %s when their address has too many connections', async (_what, bytes) => {
    await begin({ MAX_CONNECTIONS_ADDRESS: '10' });
    await openMany(30, bytes, '127.0.0.2');
    await eventually(() => expect(stillOpen()).toBe(10));
    expect(await get()).toBe(200);
    expect(stillOpen()).toBe(10);
  });

  it('closes idle connections if there are too many in total, but never one with a request in progress', async () => {
    await begin({ MAX_CONNECTIONS: '10' });
    const stream = await open(LIVE);
    await eventually(() => expect(streams).toHaveLength(1));
    for (const last of [2, 3, 4]) await openMany(10, 'GET / HTTP/1.1\r\n', `127.0.0.${last}`);
    await eventually(() => expect(stillOpen()).toBeLessThanOrEqual(10));
    expect(await get()).toBe(200);
    expect(stream.isOpen()).toBe(true);
  });

  it('does not apply to the connections of a trusted proxy from one address', async () => {
    await begin({ MAX_CONNECTIONS_ADDRESS: '5', TRUST_PROXY: '1' });
    await openMany(20, 'GET / HTTP/1.1\r\n');
    expect(await get()).toBe(200);
    expect(stillOpen()).toBe(20);
  });
});

describe('the proxy of event streams', () => {
  it('limits the streams of one address without affecting others, and frees the slot of a closed stream', async () => {
    await begin({ MAX_STREAMS_ADDRESS: '3' });
    await openMany(3, LIVE);
    await eventually(() => expect(streams).toHaveLength(3));
    const refused = await fetch(`${gateway.url}/api/attendance/LIVE/?sessionId=1`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(errorBodySchema.parse(await refused.json()).code).toBe('too_many_streams_of_network');
    await open(LIVE, '127.0.0.2');
    await eventually(() => expect(streams).toHaveLength(4));
    connections[0]?.socket.destroy();
    await eventually(async () => {
      const { status, body } = await fetch(`${gateway.url}/api/attendance/live?sessionId=1`);
      await body?.cancel();
      expect(status).toBe(200);
    });
  });

  it('keeps silent streams open and aborts streams whose client does not read', async () => {
    await begin({ READER_TIMEOUT_MS: '5000' });
    const silent = await open(LIVE);
    await eventually(() => expect(streams).toHaveLength(1));
    const slow = await open(LIVE, '127.0.0.2');
    await eventually(() => expect(streams).toHaveLength(2));
    slow.socket.pause();
    const [, fed] = streams;
    const event = `data: ${randomBytes(32_768).toString('hex')}\n\n`;
    const feed = () => {
      while (fed && !fed.destroyed && fed.write(event));
    };
    fed?.on('drain', feed);
    feed();
    await eventually(() => expect(fed?.destroyed).toBe(true));
    expect(silent.isOpen()).toBe(true);
    expect(streams[0]?.destroyed).toBe(false);
  });
});
