import { createHmac } from 'node:crypto';
import type { Express, Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { sameSecret } from '../identity/same-secret.ts';

/** Proves that a request comes from the gateway, whose `X-Forwarded-For` is trusted. */
export const GATEWAY_TOKEN_HEADER = 'x-gateway-token';

/**
 * The token is derived from the internal token, which the gateway does not have; a rotation of the internal
 * token changes both.
 */
export const gatewayTokenOf = (internalToken: string): string =>
  createHmac('sha256', internalToken).update('gateway').digest('base64url');

const GATEWAY_TOKENS = 'gateway tokens';
export const trustGatewayOnly = (app: Express, tokens: readonly string[]): void => {
  app.set(GATEWAY_TOKENS, tokens);
};

const isFromGateway = (request: Request): boolean => {
  const tokens = request.app.get(GATEWAY_TOKENS) as readonly string[] | undefined;
  if (tokens === undefined) return true;
  const token = request.get(GATEWAY_TOKEN_HEADER);
  return token !== undefined && tokens.some((valid) => sameSecret(token, valid));
};

/** The client's address as the gateway saw it; without the gateway's token, the address of the connection. */
export const clientAddressOf = (request: Request): string => {
  const forwarded = isFromGateway(request) ? request.get('x-forwarded-for')?.trim() : undefined;
  return forwarded || (request.socket.remoteAddress ?? '');
};

const IPV6_PREFIX = 64;

/**
 * The key by which limits count an address; every counter by address must use it. Addresses of one IPv6 /64
 * share a key, and an IPv4 address has the same key in its IPv6 notation.
 */
export const addressKeyOf = (address: string): string => ipKeyGenerator(address, IPV6_PREFIX);
