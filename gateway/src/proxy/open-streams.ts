import type { ServerResponse } from 'node:http';

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
      response.once('close', () => open.delete(response));
    },
    endAll: () => open.forEach((response) => response.destroy()),
  };
};

export const isEventStream = (contentType: unknown): boolean =>
  typeof contentType === 'string' && /^text\/event-stream\b/i.test(contentType);
