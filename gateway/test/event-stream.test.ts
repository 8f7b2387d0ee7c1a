import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { startGateway, type TestGateway } from './support/gateway.ts';
import { startUpstream } from './support/upstream.ts';

const TIMEOUT_MS = 200;
let gateway: TestGateway;
let streams: ServerResponse[];
beforeEach(async () => {
  streams = [];
  const live = await startUpstream('attendance', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    streams.push(response);
  });
  gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: String(TIMEOUT_MS) }, { attendance: live });
});
afterEach(() => gateway.stop());

const open = async (signal?: AbortSignal) => {
  const response = await fetch(`${gateway.url}/api/attendance/live?sessionId=1`, {
    headers: { accept: 'text/event-stream' },
    signal: signal ?? null,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  return { response, reader };
};

describe('an event stream', () => {
  it('starts before the first event and sends each event at once, uncompressed', async () => {
    const { response, reader } = await open();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-encoding')).toBeNull();
    for (const event of ['data: one\n\n', 'data: two\n\n']) {
      streams[0]?.write(event);
      expect((await reader.read()).value).toBe(event);
    }
    await reader.cancel();
  });

  it('may be silent for longer than the timeout of other responses', async () => {
    const { reader } = await open();
    const opened = Date.now();
    await eventually(() => expect(Date.now() - opened).toBeGreaterThan(3 * TIMEOUT_MS));
    streams[0]?.write('data: late\n\n');
    expect((await reader.read()).value).toBe('data: late\n\n');
    await reader.cancel();
  });

  it('closes the upstream connection when the client disconnects', async () => {
    const client = new AbortController();
    await open(client.signal);
    expect(streams[0]?.destroyed).toBe(false);
    client.abort();
    await eventually(() => expect(streams[0]?.destroyed).toBe(true));
  });

  it('ends for the client when the upstream fails', async () => {
    const { reader } = await open();
    streams[0]?.destroy();
    await expect(reader.read()).rejects.toThrow();
  });

  it('ends when the gateway ends its streams', async () => {
    const { reader } = await open();
    gateway.endStreams();
    await expect(reader.read()).rejects.toThrow();
    await eventually(() => expect(streams[0]?.destroyed).toBe(true));
  });
});
