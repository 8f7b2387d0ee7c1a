import { hash } from 'node:crypto';
import type { Logger } from '@qr-attendance/observability';
import {
  addressKeyOf,
  createNameRoute,
  createReadTokenHolder,
  createRejectedTokens,
  readPublicKeys,
  UNKNOWN_ROUTE,
} from '@qr-attendance/server';
import type { Request, RequestHandler } from 'express';
import { allRoutes } from '@qr-attendance/contracts';
import type { GatewayConfig } from '../config.ts';
import { createClientCookie } from './client-cookie.ts';
import { pathOf } from '../http/request-path.ts';
import { kindOf, type RequestKind } from './kind.ts';
import { isTokenRejected } from './rejected-tokens.ts';

const nameRoute = createNameRoute(
  allRoutes.filter(({ access }) => access !== 'anyone' && access !== 'internal'),
);
const nameOpenRoute = createNameRoute(allRoutes.filter(({ access }) => access === 'anyone'));

/**
 * Whether a service checks the access token of the request; otherwise the token does not prove who sends the request.
 */
const isTokenChecked = (method: string, path: string): boolean =>
  nameOpenRoute(method, path) === UNKNOWN_ROUTE && nameRoute(method, path) !== UNKNOWN_ROUTE;

export interface Client {
  /** IPv6 addresses are truncated to /64, because a home or a phone gets a whole /64. */
  address: string;
  /** The holder of a valid access token, if a service checks it. */
  person: string | undefined;
  /** The account named by a cookie, or by a token that does not prove who sends the request. */
  trace: string | undefined;
  /** A digest of a credential that could not be verified; only used to limit its sender. */
  credential: string | undefined;
  kind: RequestKind | undefined;
  path: string;
}

const clients = new WeakMap<Request, Client>();
const UNKNOWN: Client = {
  address: '',
  person: undefined,
  trace: undefined,
  credential: undefined,
  kind: undefined,
  path: '',
};

export const clientOf = (request: Request): Client => clients.get(request) ?? UNKNOWN;

const SHORT_KINDS = new Set<RequestKind | undefined>(['scan', 'mark', 'renewal']);
/**
 * Returns whether the request is short: a request with a small body and answer, of a kind that a whole lecture hall
 * sends at once.
 */
export const isShortRequest = (request: Request): boolean => SHORT_KINDS.has(clientOf(request).kind);

const tokenOf = ({ headers }: Request): string | undefined =>
  /^\s*bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];

type Settings = Pick<
  GatewayConfig,
  'ACCESS_TOKEN_PUBLIC_KEYS' | 'CLIENT_COOKIE_SECRET' | 'CLIENT_COOKIE_SECRETS_ACCEPTED'
>;

/** After these requests, the browser no longer belongs to the person. */
const SIGN_OUT = new Set([
  '/api/auth/refresh/revoke',
  '/api/auth/refresh/revoke-with-provider',
  '/api/auth/sign-out-everywhere',
  '/api/auth/erase-me',
]);
const isSignOut = ({ method }: Request, path: string): boolean => method === 'POST' && SIGN_OUT.has(path);

const warnOfMissing = (settings: Settings, log: Logger): void => {
  const missing = (['ACCESS_TOKEN_PUBLIC_KEYS', 'CLIENT_COOKIE_SECRET'] as const).filter(
    (name) => settings[name] === undefined,
  );
  if (missing.length > 0)
    log.warn({ missing }, 'settings are missing; rate limits cannot distinguish some clients of an address');
};

/**
 * Identifies clients for rate limits only. A valid token proves who sends a request; a cookie, or an expired
 * or rejected token, only shows whose browser it is. A caller with a valid token receives a cookie, which
 * identifies the browser while it has no token. The sign-out removes the cookie.
 */
export const identifyClients = (settings: Settings, log: Logger): RequestHandler => {
  warnOfMissing(settings, log);
  const keys = settings.ACCESS_TOKEN_PUBLIC_KEYS;
  const holderOf =
    keys === undefined ? undefined : createReadTokenHolder(readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', keys));
  const secret = settings.CLIENT_COOKIE_SECRET;
  const cookie =
    secret === undefined ? undefined : createClientCookie(secret, settings.CLIENT_COOKIE_SECRETS_ACCEPTED);
  const rejected = createRejectedTokens();

  return (request, response, next) => {
    const path = pathOf(request);
    const token = tokenOf(request);
    const holder = token === undefined ? undefined : holderOf?.(token);
    const isValid = holder !== undefined && holder.expires > Date.now() / 1_000 && !rejected.has(holder);
    const isProven = isValid && isTokenChecked(request.method, path);
    if (isProven)
      response.once('finish', () => {
        if (isTokenRejected(response)) rejected.add(holder);
      });
    clients.set(request, {
      address: addressKeyOf(request.ip ?? ''),
      person: isProven ? holder.id : undefined,
      trace: isProven ? undefined : (holder?.id ?? cookie?.personOf(request)),
      credential: token === undefined || holderOf ? undefined : hash('sha256', token, 'base64url'),
      kind: kindOf(request.method, path),
      path,
    });
    if (isSignOut(request, path)) cookie?.forget(request, response);
    else if (isValid) cookie?.remember(request, response, holder.id);
    next();
  };
};
