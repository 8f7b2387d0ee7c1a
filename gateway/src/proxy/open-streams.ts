import type { ServerResponse } from 'node:http';
import { whenClosed } from '@qr-attendance/server';

/** Streams never end by themselves, so the gateway ends them when it stops. */
export interface OpenStreams {
  add: (response: ServerResponse) => void;
  endAll: () => void;
}

export const trackStreams = (): OpenStreams => {
  const open = new Set<ServerResponse>();
  return {
    add: (response) => {
      open.add(response);
      whenClosed(response, () => open.delete(response));
    },
    endAll: () => open.forEach((response) => response.destroy()),
  };
};

export const isEventStream = (contentType: unknown): boolean =>
  typeof contentType === 'string' && /^text\/event-stream\b/i.test(contentType);
