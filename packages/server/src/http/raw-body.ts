import type { IncomingMessage } from 'node:http';

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** The `verify` option of `express.json`: keeps the exact bytes beside the parsed body. */
export const keepRawBody = (request: IncomingMessage, _response: unknown, body: Buffer): void => {
  bodies.set(request, body);
};

export const rawBodyOf = (request: IncomingMessage): Buffer => bodies.get(request) ?? Buffer.alloc(0);
