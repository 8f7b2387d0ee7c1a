import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { disconnectSignalOf } from '../src/http/left-signal.ts';
import { whenClosed } from '../src/http/when-closed.ts';
import { serve } from './support/serve.ts';

let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

describe('watching a response', () => {
  it('adds one listener, however many callers watch it', async () => {
    let listeners = 0;
    let signal: AbortSignal | undefined;
    const closed: string[] = [];
    const server = await serve(
      {},
      {
        streams: {
          '/live': (response) => {
            signal = disconnectSignalOf(response);
            whenClosed(response, () => closed.push('first'));
            whenClosed(response, () => closed.push('canceled'))();
            whenClosed(response, () => closed.push('last'));
            listeners = response.listenerCount('close');
            response.type('text/event-stream').flushHeaders();
          },
        },
      },
    );
    stop = server.stop;
    const leaving = new AbortController();
    await fetch(`${server.url}/live`, { signal: leaving.signal });
    expect(listeners).toBe(1);
    expect(signal?.aborted).toBe(false);

    leaving.abort();
    await eventually(() => expect(signal?.aborted).toBe(true));
    expect(closed).toEqual(['first', 'last']);
  });
});
