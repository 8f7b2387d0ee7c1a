import type { ServerResponse } from 'node:http';

/** Event streams being passed on: they never end by themselves, so a stop of the gateway has to end them. */
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
