import type { IncomingMessage } from 'node:http';

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** Keeps a body as it came, byte for byte, beside what is read from it; for `verify` of `express.json`. */
export const keepRawBody = (request: IncomingMessage, _response: unknown, body: Buffer): void => {
  bodies.set(request, body);
};

/** The body byte for byte as it came; empty where there is none. */
export const rawBodyOf = (request: IncomingMessage): Buffer => bodies.get(request) ?? Buffer.alloc(0);
