import { connect } from 'node:net';
import type { Attack } from '../attack.ts';
import { arrivalRate, gatewayBodyLimit } from '../defenses/gateway-limits.ts';
import { arrivalDeadline, serviceBodyLimit, strictParser } from '../defenses/server.ts';
import { sendRaw } from '../target/raw-request.ts';

const HEAD = 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
/** In this setup, the gateway closes slow connections after 2 s and checks every second. */
const TIMEOUT_MS = 9_000;

const isHeld = (url: string, bytes: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const done = (held: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(held);
    };
    const timer = setTimeout(() => done(true), TIMEOUT_MS);
    socket.on('data', () => done(false));
    socket.on('error', () => done(false));
    socket.on('close', () => done(false));
  });

export const floodAttacks: Attack[] = [
  {
    name: 'a body of a megabyte',
    defenses: [gatewayBodyLimit, serviceBodyLimit],
    attempt: async ({ call }) => {
      const body = { email: 'a@campus.example', password: 'x', filler: 'x'.repeat(1_000_000) };
      return (await call('POST', '/api/auth/login', { body })).status !== 413;
    },
  },
  {
    name: 'a body that never ends',
    defenses: [gatewayBodyLimit, serviceBodyLimit],
    attempt: async ({ url }) => {
      const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
      const endless = `${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(16)}`;
      const { status } = await sendRaw(url, endless, TIMEOUT_MS);
      return status !== 413;
    },
  },
  {
    name: 'a body so slow that it never arrives',
    defenses: [arrivalDeadline, arrivalRate],
    attempt: ({ url }) => isHeld(url, `${HEAD}Content-Length: 100\r\n\r\n{`),
  },
  {
    name: 'a request smuggled inside another (Content-Length and Transfer-Encoding)',
    defenses: [strictParser],
    attempt: async ({ url }) => {
      const text = `${HEAD}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`;
      // Requests that the HTTP parser rejects do not reach the product.
      return (await sendRaw(url, text)).isProducts;
    },
  },
];
