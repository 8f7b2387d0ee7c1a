/** @jest-environment node */
import { afterEach, describe, expect, test } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { ApiError } from '../src/api-error.ts';
import { classifyFailure } from '../src/failure.ts';
import { readEventStream, type StreamedEvent, type StreamOptions } from '../src/event-stream.ts';
import { sendJson, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
afterEach(() => server.stop());

const quick: StreamOptions = { delay: () => 5 };
const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

/** Answers the n-th connection (from 1) with the n-th handler, and all later connections with the last handler. */
const serve = async (...handlers: ((response: ServerResponse) => void)[]) => {
  let connections = 0;
  server = await startServer((_request, response) => {
    const handle = handlers[Math.min(connections, handlers.length - 1)];
    connections += 1;
    handle?.(response);
  });
};

const read = async (count: number, options = quick): Promise<StreamedEvent[]> => {
  const leaving = new AbortController();
  const events: StreamedEvent[] = [];
  for await (const event of readEventStream(
    (signal) => fetch(server.url, { signal }),
    leaving.signal,
    options,
  ))
    if (events.push(event) === count) leaving.abort();
  return events;
};

describe('an event stream', () => {
  test('parses events however the bytes are split', async () => {
    await serve((response) => {
      begin(response);
      response.write(': hello\n\nevent: mark\ndata: {"name":"Zo');
      setImmediate(() => response.write('ë"}\n\ndata: plain\n\n'));
    });
    expect(await read(3)).toEqual([
      { event: 'connected', data: '' },
      { event: 'mark', data: '{"name":"Zoë"}' },
      { event: 'message', data: 'plain' },
    ]);
  });

  test('reconnects after an interruption and reports it', async () => {
    const once = (data: string) => (response: ServerResponse) => {
      begin(response).write(`event: mark\ndata: ${data}\n\n`);
      setImmediate(() => response.destroy());
    };
    await serve(once('first'), once('second'));
    const events = await read(5);
    const names = ['connected', 'mark', 'disconnected', 'connected', 'mark'];
    expect(events.map(({ event }) => event)).toEqual(names);
    expect(events[4]?.data).toBe('second');
  });

  test('retries while the server is unreachable, overloaded or silent', async () => {
    await serve(
      (response) => void response.destroy(),
      (response) => sendJson(response, 503, { error: 'soon', code: 'unavailable', requestId: 'r' }),
      (response) => sendJson(response, 429, { error: 'slower', code: 'too_many', requestId: 'r' }),
      (response) => sendJson(response, 408, { error: 'late', code: 'timeout', requestId: 'r' }),
      (response) => sendJson(response, 401, { error: 'who?', code: 'not_signed_in', requestId: 'r' }),
      (response) => begin(response).write(': and then nothing\n\n'),
      (response) => begin(response).write('event: mark\ndata: at last\n\n'),
    );
    const events = await read(9, { ...quick, silenceMs: 50 });
    expect(events.map(({ event }) => event)).toEqual([
      ...Array<string>(5).fill('disconnected'),
      'connected',
      'disconnected',
      'connected',
      'mark',
    ]);
  });

  test('reconnects if the connection, the first byte or an error body never arrives', async () => {
    await serve(
      () => undefined,
      (response) => begin(response).flushHeaders(),
      (response) => response.writeHead(403, { 'content-type': 'application/json' }).write('{"error":'),
      (response) => begin(response).write('event: mark\ndata: at last\n\n'),
    );
    const leaving = new AbortController();
    const open = (signal: AbortSignal) => fetch(server.url, { signal });
    for await (const { event, data } of readEventStream(open, leaving.signal, { ...quick, openMs: 300 }))
      if (event === 'mark') {
        expect(data).toBe('at last');
        leaving.abort();
      }
    expect(server.asked.length).toBeGreaterThanOrEqual(4);
  });

  test.each([200, 403, 404, 429, 502])('retries after a %d that a proxy sent', async (status) => {
    await serve(
      (response) => response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Proxy</h1>'),
      (response) => begin(response).write('event: mark\ndata: at last\n\n'),
    );
    const events = await read(3);
    expect(events.map(({ event }) => event)).toEqual(['disconnected', 'connected', 'mark']);
  });

  test('survives a failed first connection', async () => {
    await serve((response) => begin(response).write('data: here\n\n'));
    let tries = 0;
    const leaving = new AbortController();
    const events: StreamedEvent[] = [];
    const open = (signal: AbortSignal) =>
      (tries += 1) < 3 ? Promise.reject(new ApiError(0)) : fetch(server.url, { signal });
    for await (const event of readEventStream(open, leaving.signal, quick))
      if (events.push(event) === 4) leaving.abort();
    const names = ['disconnected', 'disconnected', 'connected', 'message'];
    expect(events.map(({ event }) => event)).toEqual(names);
  });

  test('waits as long as a busy server requests, and longer after each failure', async () => {
    const asked: [unknown, number][] = [];
    await serve(
      (response) =>
        sendJson(response, 503, { error: '', code: 'overloaded', requestId: 'r' }, { 'retry-after': '7' }),
      (response) => void response.destroy(),
      (response) => begin(response).write('data: here\n\n'),
    );
    await read(4, { delay: (failure, failuresBefore) => asked.push([failure, failuresBefore]) });
    expect(asked.map(([failure, failures]) => [classifyFailure(failure), failures])).toEqual([
      [{ kind: 'busy', retryAfterSeconds: 7 }, 0],
      [{ kind: 'unreachable' }, 1],
    ]);
  });

  test('ends with the reason if the server rejects it', async () => {
    await serve((response) =>
      sendJson(response, 403, { error: 'Not yours', code: 'not_allowed', requestId: 'r' }),
    );
    await expect(read(1)).rejects.toMatchObject({ status: 403, message: 'Not yours' });
    expect(server.asked).toHaveLength(1);
  });

  test('retries after an error with another meaning', async () => {
    await serve(
      (response) => sendJson(response, 400, { error: 'Odd', code: 'invalid', requestId: 'r' }),
      (response) => begin(response).write('event: mark\ndata: at last\n\n'),
    );
    const events = await read(3);
    expect(events.map(({ event }) => event)).toEqual(['disconnected', 'connected', 'mark']);
  });

  test('waits longer after each connection that ends without an event', async () => {
    const failuresBefore: number[] = [];
    await serve(
      (response) => void begin(response).end(),
      (response) => void begin(response).end(),
      (response) => void begin(response).end(': hello\n\n'),
      (response) => begin(response).write('data: here\n\n'),
    );
    await read(8, { delay: (_failure, failures) => failuresBefore.push(failures) });
    expect(failuresBefore).toEqual([0, 1, 0]);
  });

  test('closes the connection when the reader stops', async () => {
    let hungUp = () => {};
    const gone = new Promise<void>((resolve) => (hungUp = resolve));
    await serve((response) => {
      begin(response).write('data: one\n\n');
      response.on('close', hungUp);
    });
    const never = new AbortController();
    for await (const { event } of readEventStream((signal) => fetch(server.url, { signal }), never.signal))
      if (event === 'message') break;
    await gone;
  });
});
