import type { IncomingHttpHeaders } from 'node:http';
import { GATEWAY_TOKEN_HEADER } from '@qr-attendance/server';
import type { Request } from 'express';

/** Headers of RFC 9110, 7.6.1, plus `expect`, which this process has already answered. */
const HOP_HEADERS: ReadonlySet<string> = new Set([
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);
/** Headers that Express has already read if the proxy is trusted. */
const PROXY_CLAIMS =
  /^(x-forwarded-.*|forwarded|x-real-ip|x-original-.*|x-rewrite-url|via|true-client-ip|x-client-ip|x-gateway-token)$/;
/** Headers that stay even if the client names them in `Connection`. */
const NOT_REMOVABLE = new Set([
  'host',
  'authorization',
  'cookie',
  'content-type',
  'content-length',
  'x-request-id',
]);

const namedInConnection = (request: Request): string[] =>
  (request.headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && !NOT_REMOVABLE.has(name));

export const prepareHeaders = (request: Request, gatewayToken: string | undefined): void => {
  const { ip, protocol, host } = request;
  const named = new Set(namedInConnection(request));
  // A new object, because deleting properties makes objects slow in V8.
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(request.headers))
    if (!HOP_HEADERS.has(name) && !named.has(name) && !PROXY_CLAIMS.test(name)) headers[name] = value;
  headers.connection = /\bclose\b/i.test(headers.connection ?? '') ? 'close' : 'keep-alive';

  headers['x-forwarded-for'] = ip ?? '';
  headers['x-forwarded-proto'] = protocol;
  headers['x-forwarded-host'] = host ?? '';
  if (gatewayToken !== undefined) headers[GATEWAY_TOKEN_HEADER] = gatewayToken;
  if (Buffer.isBuffer(request.body)) headers['content-length'] = String(request.body.length);
  request.headers = headers;
};
