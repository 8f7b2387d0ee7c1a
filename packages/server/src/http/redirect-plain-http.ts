import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';

/** The first byte of a TLS connection: a record of type handshake (RFC 8446, section 5.1). */
const HANDSHAKE = 22;

const refuse = (response: ServerResponse): void => {
  response.writeHead(400, { 'content-type': 'text/plain', connection: 'close' });
  response.end('This port serves https:// only.\n');
};

/** The redirect is temporary, because the port may serve plain HTTP after the next start. */
const redirect: RequestListener = ({ method, url = '/', headers: { host } }, response) => {
  const target = `https://${host ?? ''}${url}`;
  // A form that was sent in plain text must not be repeated.
  if ((method !== 'GET' && method !== 'HEAD') || !host || !URL.canParse(target)) return refuse(response);
  response.writeHead(307, { location: target, 'cache-control': 'no-store', connection: 'close' }).end();
};

export const redirectPlainHttp = (server: TlsServer, { silenceMs }: { silenceMs: number }): void => {
  const plain = createServer(redirect);
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
