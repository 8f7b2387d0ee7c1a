import type { Request } from 'express';

/**
 * The address a request came from, as the gateway saw it: it alone writes `X-Forwarded-For`, and drops what clients
 * put there. Services must be reachable by the gateway and by each other only. Without a gateway: the connection's own.
 */
export const clientAddressOf = (request: Request): string =>
  request.get('x-forwarded-for')?.trim() || (request.socket.remoteAddress ?? '');
