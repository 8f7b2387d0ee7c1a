import { createHmac } from 'node:crypto';
import type { Express, Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { sameSecret } from '../identity/same-secret.ts';

/** Shows a service that a request comes from the gateway, whose word about the client's address it believes. */
export const GATEWAY_TOKEN_HEADER = 'x-gateway-token';

/**
 * The gateway's token, which the services derive from their own. The gateway never learns the internal token, and a change
 * of that token changes both.
 */
export const gatewayTokenOf = (internalToken: string): string =>
  createHmac('sha256', internalToken).update('gateway').digest('base64url');

const GATEWAY_TOKENS = 'gateway tokens';
/** Has an app believe `X-Forwarded-For` only beside one of these tokens. */
export const trustGatewayOnly = (app: Express, tokens: readonly string[]): void => {
  app.set(GATEWAY_TOKENS, tokens);
};

const isFromGateway = (request: Request): boolean => {
  const tokens = request.app.get(GATEWAY_TOKENS) as readonly string[] | undefined;
  if (tokens === undefined) return true;
  const token = request.get(GATEWAY_TOKEN_HEADER);
  return token !== undefined && tokens.some((valid) => sameSecret(token, valid));
};

/**
 * The address a request came from, as the gateway saw it: it replaces what clients put into `X-Forwarded-For`. From anybody
 * else, and without a gateway, it is the connection's own.
 */
export const clientAddressOf = (request: Request): string => {
  const forwarded = isFromGateway(request) ? request.get('x-forwarded-for')?.trim() : undefined;
  return forwarded || (request.socket.remoteAddress ?? '');
};

/** A home or a phone is given a whole IPv6 /64. */
const IPV6_PREFIX = 64;

/**
 * The key under which limits count an address. Every counter by address must use it: addresses of one IPv6 /64 share a
 * key, and an IPv4 address has the same key in its IPv6 notation.
 */
export const addressKeyOf = (address: string): string => ipKeyGenerator(address, IPV6_PREFIX);
