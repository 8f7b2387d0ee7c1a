import { hash } from 'node:crypto';
import type { Logger } from '@qr-attendance/observability';
import { addressKeyOf, createReadTokenHolder, readPublicKeys } from '@qr-attendance/server';
import type { Request, RequestHandler } from 'express';
import type { GatewayConfig } from '../config.ts';
import { createClientCookie } from './client-cookie.ts';
import { pathOf } from '../http/request-path.ts';
import { kindOf, type RequestKind } from './kind.ts';

export interface Client {
  /** IPv6 is cut to its /64, because a home or a phone is assigned a whole /64. */
  address: string;
  person: string | undefined;
  /** A digest of a credential that could not be verified. It limits its sender and grants nothing. */
  credential: string | undefined;
  kind: RequestKind | undefined;
  path: string;
}

const clients = new WeakMap<Request, Client>();
const UNKNOWN: Client = {
  address: '',
  person: undefined,
  credential: undefined,
  kind: undefined,
  path: '',
};

export const clientOf = (request: Request): Client => clients.get(request) ?? UNKNOWN;

const SHORT_KINDS = new Set<RequestKind | undefined>(['scan', 'mark', 'renewal']);
/** Short requests are those that a lecture hall sends at once, with a small body and answer. */
export const isShort = (request: Request): boolean => SHORT_KINDS.has(clientOf(request).kind);

const tokenOf = ({ headers }: Request): string | undefined =>
  /^\s*bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];

type Settings = Pick<
  GatewayConfig,
  'ACCESS_TOKEN_PUBLIC_KEYS' | 'CLIENT_COOKIE_SECRET' | 'CLIENT_COOKIE_SECRETS_ACCEPTED'
>;

const warnOfMissing = (settings: Settings, log: Logger): void => {
  const missing = (['ACCESS_TOKEN_PUBLIC_KEYS', 'CLIENT_COOKIE_SECRET'] as const).filter(
    (name) => settings[name] === undefined,
  );
  if (missing.length > 0)
    log.warn({ missing }, 'settings are missing; rate limits cannot distinguish some clients of an address');
};

/**
 * Identifies clients for rate limits only, so an expired token also names its holder. A caller with a valid
 * token receives the cookie that identifies the browser when it has no token.
 */
export const identifyClients = (settings: Settings, log: Logger): RequestHandler => {
  warnOfMissing(settings, log);
  const keys = settings.ACCESS_TOKEN_PUBLIC_KEYS;
  const holderOf =
    keys === undefined ? undefined : createReadTokenHolder(readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', keys));
  const secret = settings.CLIENT_COOKIE_SECRET;
  const cookie =
    secret === undefined ? undefined : createClientCookie(secret, settings.CLIENT_COOKIE_SECRETS_ACCEPTED);

  return (request, response, next) => {
    const token = tokenOf(request);
    const holder = token === undefined ? undefined : holderOf?.(token);
    clients.set(request, {
      address: addressKeyOf(request.ip ?? ''),
      person: holder?.id ?? cookie?.personOf(request),
      credential: token === undefined || holderOf ? undefined : hash('sha256', token, 'base64url'),
      kind: kindOf(request.method, pathOf(request)),
      path: pathOf(request),
    });
    if (cookie && holder && holder.expires > Date.now() / 1_000)
      cookie.remember(request, response, holder.id);
    next();
  };
};
