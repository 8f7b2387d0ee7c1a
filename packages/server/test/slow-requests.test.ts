import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { closeServer, listen } from '../src/http/server.ts';
import { eventually } from '@qr-attendance/test-kit';

let undo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of undo.reverse()) await step();
  undo = [];
});

const stall = (port: number, bytes: string): { heard: () => string; socket: Socket } => {
  let heard = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  socket.on('data', (chunk) => (heard += chunk.toString()));
  socket.on('error', () => undefined);
  undo.push(() => void socket.destroy());
  return { heard: () => heard, socket };
};

test.each([
  ['headers', 'POST / HTTP/1.1\r\nHost: a\r\nX-Slow: '],
  ['a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nonly this'],
  [
    'a body of unknown length',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
  ],
])('a client that never completes %s gets a 408 and is disconnected', async (_what, bytes) => {
  const { server, port } = await listen((request) => void request.resume(), {
    host: '127.0.0.1',
    port: 0,
    requestTimeoutMs: 1_000,
  });
  undo.push(() => closeServer(server, 0));
  const { heard, socket } = stall(port, bytes);
  await eventually(() => expect(heard()).toMatch(/^HTTP\/1\.1 408 /));
  await eventually(() => expect(socket.destroyed || socket.readableEnded).toBe(true));
});
