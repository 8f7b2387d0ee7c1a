import { afterEach, describe, expect, it } from '@jest/globals';
import { errorBodySchema } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import { serve } from './support/serve.ts';

let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

describe('a process with too many concurrent requests', () => {
  it('returns 503 with Retry-After, and accepts requests again when others are done', async () => {
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    let started = 0;
    const slow = async () => {
      started += 1;
      await gate;
      return 'done';
    };
    const server = await serve({ '/slow': slow }, { maxRequests: 3 });
    stop = server.stop;
    const taken = Array.from({ length: 3 }, () => fetch(`${server.url}/slow`));
    await eventually(() => expect(started).toBe(3));

    const refused = await fetch(`${server.url}/slow`);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(errorBodySchema.parse(await refused.json())).toMatchObject({
      code: 'overloaded',
      requestId: refused.headers.get('x-request-id'),
    });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(started).toBe(3);

    letGo();
    for (const answer of await Promise.all(taken)) expect(answer.status).toBe(200);
    expect((await fetch(`${server.url}/slow`)).status).toBe(200);
  });

  it('counts neither event streams nor clients that disconnected', async () => {
    const never = () => new Promise<never>(() => {});
    let started = 0;
    const server = await serve(
      { '/never': () => ((started += 1), never()), '/quick': async () => 'done' },
      {
        maxRequests: 1,
        streams: { '/live': (response) => void response.type('text/event-stream').flushHeaders() },
      },
    );
    stop = server.stop;
    const streams = await Promise.all(Array.from({ length: 5 }, () => fetch(`${server.url}/live`)));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await fetch(`${server.url}/quick`)).status).toBe(200);

    const leaving = new AbortController();
    const left = fetch(`${server.url}/never`, { signal: leaving.signal }).catch(() => 'left');
    await eventually(() => expect(started).toBe(1));
    expect((await fetch(`${server.url}/quick`)).status).toBe(503);
    leaving.abort();
    expect(await left).toBe('left');
    await eventually(async () => expect((await fetch(`${server.url}/quick`)).status).toBe(200));
  });
});
