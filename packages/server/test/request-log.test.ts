import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { eventually } from '@qr-attendance/test-kit';
import express from 'express';
import { requestLog } from '../src/http/request-log.ts';
import { closeServer, listen } from '../src/http/server.ts';

const ID = 'id-of-the-caller';

let port: number;
let lines: Record<string, unknown>[];
let stop: () => Promise<void>;
beforeEach(async () => {
  lines = [];
  const to = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const app = express();
  app.use(requestLog(createLogger('tested', 'info', to)));
  app.get('/healthz', (_request, response) => void response.end());
  app.get('/things/:id', (_request, response) => void response.json({}));
  app.get('/api/auth/oidc/:provider/callback', (_request, response) => void response.redirect('/login'));
  app.get('/waits', (_request, response) => void response.write('begun'));
  app.get('/fails', (_request, response) => void response.status(500).end());
  app.get('/breaks', (_request, response) => {
    response.end();
    response.emit('error', new Error('broken'));
  });
  const listening = await listen(app, { host: '127.0.0.1', port: 0 });
  port = listening.port;
  stop = () => closeServer(listening.server, 0);
});
afterEach(() => stop());

const ask = async (path: string): Promise<{ sent: ClientRequest; answer: IncomingMessage }> => {
  const headers = { 'x-request-id': ID };
  const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { sent, answer: answer.resume() };
};
const common = { time: expect.any(String), service: 'tested', responseTime: expect.any(Number) };
const answered = { requestId: ID, method: 'GET' };
const line = (fields: object) => ({ ...common, ...answered, ...fields });

it('logs one line per response except for health checks, with the route pattern instead of the path', async () => {
  const { answer } = await ask('/things/7?code=secret');
  expect(answer.headers['x-request-id']).toBe(ID);
  await ask('/healthz');
  await ask('/nowhere?code=secret');
  await eventually(() => expect(lines).toHaveLength(2));
  expect(lines).toEqual([
    line({ level: 'info', route: '/things/:id', status: 200, msg: 'request completed' }),
    line({ level: 'warn', route: '/nowhere', status: 404, msg: 'request completed' }),
  ]);
});

it('logs the first successful reads of a second, and the number of the others', async () => {
  const began = performance.now();
  for (let sent = 0; sent < 200; sent += 1) await ask('/things/7');
  const seconds = Math.ceil((performance.now() - began) / 1_000) + 1;
  await eventually(() => {
    const leftOut = lines.reduce((sum, { leftOut: count }) => sum + Number(count ?? 0), 0);
    expect(leftOut + lines.filter(({ status }) => status === 200).length).toBe(200);
  });
  expect(lines.length).toBeLessThanOrEqual(21 * seconds);
  await ask('/nowhere');
  await eventually(() => expect(lines.at(-1)).toMatchObject({ level: 'warn', status: 404 }));
});

it('logs each sign-in through a provider, which is a read too', async () => {
  for (let sent = 0; sent < 60; sent += 1) await ask('/api/auth/oidc/campus/callback?code=secret');
  await eventually(() => expect(lines.filter(({ status }) => status === 302)).toHaveLength(60));
  expect(JSON.stringify(lines)).not.toContain('secret');
});

it('logs a client that disconnected before its response was complete', async () => {
  const { sent } = await ask('/waits');
  sent.destroy();
  await eventually(() => expect(lines).toHaveLength(1));
  expect(lines).toEqual([line({ level: 'info', route: '/waits', status: 200, msg: 'request aborted' })]);
});

it.each([
  ['/fails', 500, 'failed with status code 500'],
  ['/breaks', 200, 'broken'],
])('logs an error with its stack, once (%s)', async (path, status, message) => {
  await ask(path);
  await ask('/things/1');
  await eventually(() => expect(lines).toHaveLength(2));
  const err = { type: 'Error', message, stack: expect.stringContaining(message) };
  expect(lines[0]).toEqual(line({ level: 'error', route: path, status, err, msg: 'request errored' }));
});
