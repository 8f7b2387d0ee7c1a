import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { isUnder } from './request-path.ts';

const nonces = new WeakMap<ServerResponse, string>();

export const nonceOf = (response: Response): string => {
  const nonce = nonces.get(response) ?? randomBytes(16).toString('base64');
  nonces.set(response, nonce);
  return nonce;
};
const nonceSource = (_request: IncomingMessage, response: ServerResponse): string =>
  `'nonce-${nonceOf(response as Response)}'`;

const SELF = "'self'";
const NONE = "'none'";
/** `default-src` does not cover these directives, or covers them too broadly. */
const CLOSED = { frameAncestors: [NONE], baseUri: [NONE], formAction: [SELF], objectSrc: [NONE] };

const WASM = "'wasm-unsafe-eval'";

const PAGE_POLICY = {
  defaultSrc: [SELF],
  scriptSrc: [SELF, nonceSource, WASM],
  styleSrc: [SELF, nonceSource],
  imgSrc: [SELF, 'data:', 'blob:'],
  mediaSrc: [SELF, 'blob:'],
  connectSrc: [SELF],
  manifestSrc: [SELF],
  workerSrc: [SELF],
  ...CLOSED,
};

const pagePolicy = helmet.contentSecurityPolicy({ useDefaults: false, directives: PAGE_POLICY });
const dataPolicy: RequestHandler = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: { defaultSrc: [NONE], frameAncestors: [NONE], baseUri: [NONE], formAction: [NONE] },
});
/** The documentation is a page of the API. */
const isData = (request: Request): boolean =>
  isUnder(request, '/internal') || (isUnder(request, '/api') && !isUnder(request, '/api/docs'));

const common = helmet({
  contentSecurityPolicy: false,
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
});
/**
 * HSTS applies if a proxy in front terminates TLS. With a certificate of the gateway itself, HSTS would
 * prevent people from accepting a self-signed certificate, and apply to every other port of the host.
 */
const onlyHttps = helmet.strictTransportSecurity({ maxAge: 31_536_000, includeSubDomains: false });
const isBehindTls = (request: Request): boolean =>
  request.secure && !('encrypted' in request.socket && request.socket.encrypted === true);

const PERMISSIONS = [
  'camera=(self)',
  'geolocation=(self)',
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
  'fullscreen=(self)',
  'screen-wake-lock=(self)',
  'microphone=()',
  'payment=()',
  'usb=()',
  'serial=()',
  'midi=()',
  'display-capture=()',
].join(', ');

/**
 * The headers are computed once, because running a dozen functions per request takes longer than setting the
 * headers.
 */
const headersOf = (...middleware: RequestHandler[]): [name: string, value: string][] => {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  } as unknown as Response;
  for (const set of middleware)
    set({} as Request, response, (error) => {
      if (error !== undefined) throw error as Error;
    });
  return [...headers];
};

const COMMON_HEADERS: [name: string, value: string][] = [
  ['Permissions-Policy', PERMISSIONS],
  ['Cache-Control', 'no-store'],
  ...headersOf(common),
];
/** The other headers concern only pages. Source: OWASP REST Security Cheat Sheet. */
const FOR_DATA = new Set([
  'Cache-Control',
  'Cross-Origin-Resource-Policy',
  'Referrer-Policy',
  'X-Content-Type-Options',
  'X-Frame-Options',
]);
const DATA_HEADERS = [...COMMON_HEADERS.filter(([name]) => FOR_DATA.has(name)), ...headersOf(dataPolicy)];

export const securityHeaders: RequestHandler = (request, response, next) => {
  const forData = isData(request);
  for (const [name, value] of forData ? DATA_HEADERS : COMMON_HEADERS) response.setHeader(name, value);
  if (isBehindTls(request)) onlyHttps(request, response, () => undefined);
  if (forData) next();
  else pagePolicy(request, response, next);
};

export const documentationPolicy: RequestHandler = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: { defaultSrc: [SELF], imgSrc: [SELF, 'data:'], ...CLOSED },
});
