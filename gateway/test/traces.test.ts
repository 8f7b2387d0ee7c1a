import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type TestGateway } from './support/gateway.ts';
import type { ReceivedRequest } from './support/upstream.ts';

describe('a gateway without tracing', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const seenOf = async (headers: Record<string, string>): Promise<ReceivedRequest> =>
    (await (await fetch(`${gateway.url}/api/courses`, { headers })).json()) as ReceivedRequest;

  it('forwards a traceparent unchanged', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { headers } = await seenOf({ traceparent });
    expect(headers['traceparent']).toBe(traceparent);
  });

  it('creates no traceparent', async () => {
    const { headers } = await seenOf({});
    expect(Object.keys(headers)).not.toContain('traceparent');
    expect(Object.keys(headers)).not.toContain('tracestate');
  });
});
