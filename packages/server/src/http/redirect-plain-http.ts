import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { MOVED_STATUS, type ErrorBody } from '@qr-attendance/contracts';

/** The first byte of a TLS connection: a record of type handshake (RFC 8446, section 5.1). */
const HANDSHAKE = 22;

/** Browsers say on `localhost` what a request is for; without that, requests for data have a path of their own. */
const isNavigation = ({ method, url = '/', headers }: IncomingMessage): boolean => {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? !/^\/api(?:[/?]|$)/.test(url) : mode === 'navigate';
};

/**
 * Leads pages to `https:`. Their scripts may not follow a redirect to another origin, so a page that was opened before
 * gets an error with the address instead. The redirect is temporary, because the port may serve plain HTTP after the
 * next start.
 * @param origin of the redirect; by default the requested host
 */
const leadToHttps =
  (origin: string | undefined): RequestListener =>
  (request, response) => {
    const { url = '/', headers } = request;
    const address = origin ?? (headers.host ? `https://${headers.host}` : undefined);
    request.resume();
    const common = { 'cache-control': 'no-store', connection: 'close' };
    if (address === undefined || !url.startsWith('/') || !URL.canParse(address + url)) {
      response.writeHead(400, { ...common, 'content-type': 'text/plain' });
      response.end('This port serves https:// only.\n');
      return;
    }
    if (isNavigation(request)) {
      response.writeHead(307, { ...common, location: address + url }).end();
      return;
    }
    const body: ErrorBody = {
      error: `This system is at ${address} now. Open it there.`,
      code: 'moved',
      requestId: '',
      details: { address },
    };
    response.writeHead(MOVED_STATUS, { ...common, 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

export const redirectPlainHttp = (
  server: TlsServer,
  { silenceMs, origin }: { silenceMs: number; origin?: string | undefined },
): void => {
  const plain = createServer(leadToHttps(origin));
  const accept = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const giveUp = setTimeout(() => socket.destroy(), silenceMs);
    const end = () => clearTimeout(giveUp);
    socket.once('close', end);
    socket.on('error', end);
    socket.once('readable', () => {
      const first = socket.read(1) as Buffer | null;
      if (first === null) return;
      socket.unshift(first);
      // The time limit stays active for plain HTTP, because the plain server never listens and so enforces no
      // limit.
      if (first[0] !== HANDSHAKE) return void plain.emit('connection', socket);
      end();
      for (const listener of accept) listener.call(server, socket);
    });
  });
};
