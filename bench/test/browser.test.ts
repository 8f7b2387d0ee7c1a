import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { openBrowser } from '../src/load/browser.ts';
import type { PreparedRequest } from '../src/load/send.ts';

type Turn = (request: IncomingMessage, response: ServerResponse) => void;

const askInTurn = async (request: PreparedRequest, turns: Turn[]) => {
  let turn = 0;
  const server = createServer((incoming, response) => {
    incoming.resume();
    turns[turn++]?.(incoming, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = openBrowser(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const reply = await browser.ask(request);
  browser.close();
  server.close();
  return reply;
};
const answer = (status: number, body: object = {}, headers: Record<string, string> = {}): Turn => {
  return (_request, response) => response.writeHead(status, headers).end(JSON.stringify(body));
};
const signIn: PreparedRequest = { method: 'POST', path: '/api/auth/login', headers: {}, body: '{}' };

it('a queued sign-in sends its queue place again when it retries', async () => {
  const details = { queuePlace: 'signed-place', position: 3, waitSeconds: 0.01 };
  let place: string | string[] | undefined;
  const reply = await askInTurn(signIn, [
    answer(503, { code: 'sign_in_queued', details }, { 'retry-after': '1' }),
    (request, response) => {
      place = request.headers['x-queue-place'];
      response.writeHead(200).end();
    },
  ]);
  expect(place).toBe('signed-place');
  expect(reply).toMatchObject({ answer: { status: 200 }, queued: 1, busy: 0 });
});

it('a request is retried while the server is busy or the connection breaks', async () => {
  const reply = await askInTurn(signIn, [
    answer(429, {}, { 'retry-after': '0.01' }),
    (request) => request.socket.destroy(),
    answer(200),
  ]);
  expect(reply).toMatchObject({ answer: { status: 200 }, busy: 2 });
});

it('a rejected request is not retried', async () => {
  const reply = await askInTurn(signIn, [answer(401), answer(200)]);
  expect(reply).toMatchObject({ answer: { status: 401 }, busy: 0 });
});
