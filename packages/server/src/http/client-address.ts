import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/**
 * The address a request came from, as the gateway saw it: it alone writes `X-Forwarded-For`, and drops what clients
 * put there. Services must be reachable by the gateway and by each other only. Without a gateway: the connection's own.
 */
export const clientAddressOf = (request: Request): string =>
  request.get('x-forwarded-for')?.trim() || (request.socket.remoteAddress ?? '');

/** A home or a phone is given a whole IPv6 /64. */
const IPV6_PREFIX = 64;

/**
 * The key under which limits count an address. Every counter by address must use it: addresses of one IPv6 /64 share a
 * key, and an IPv4 address has the same key in its IPv6 notation.
 */
export const addressKeyOf = (address: string): string => ipKeyGenerator(address, IPV6_PREFIX);
