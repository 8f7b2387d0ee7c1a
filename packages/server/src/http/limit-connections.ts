import type { Server, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { addressKeyOf } from './client-address.ts';

export const connectionDropReasons = ['too_many', 'address', 'slow_reader'] as const;

export interface ConnectionLimits {
  max: number;
  maxPerAddress: number;
  /** True for addresses that represent many clients, such as a proxy. */
  isExempt: (address: string) => boolean;
  /** A response is aborted if the client reads nothing for this long. */
  readerTimeoutMs: number;
  onDrop: (reason: (typeof connectionDropReasons)[number]) => void;
}

const keys = new WeakMap<Socket, string>();

const keyOf = (socket: Socket): string => {
  const known = keys.get(socket);
  if (known !== undefined) return known;
  const key = `${socket.remoteAddress} ${socket.remotePort}`;
  keys.set(socket, key);
  return key;
};

type IdleFirst = Map<string, Socket>;

/**
 * Limits the number of connections. At the limit, a new connection replaces the one that has been idle, or
 * sending its request head, for longest: a flood displaces its own connections, and a new client is always
 * admitted.
 * @returns the number of open connections
 */
export const limitConnections = (server: Server | TlsServer, limits: ConnectionLimits): (() => number) => {
  const serving = new Map<string, ServerResponse>();
  const all: IdleFirst = new Map();
  const byAddress = new Map<string, IdleFirst>();

  const makeRoom = (among: IdleFirst, most: number, reason: (typeof connectionDropReasons)[number]): void => {
    if (among.size <= most) return;
    for (const [key, socket] of among)
      if (!serving.has(key)) {
        socket.destroy();
        limits.onDrop(reason);
        return;
      }
  };
  const moveToEnd = (among: IdleFirst | undefined, key: string): void => {
    const socket = among?.get(key);
    if (!among || !socket) return;
    among.delete(key);
    among.set(key, socket);
  };

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const key = keyOf(socket);
    const addressKey = addressKeyOf(address);
    const neighbors = limits.isExempt(address) ? undefined : (byAddress.get(addressKey) ?? new Map());
    all.set(key, socket);
    if (neighbors) byAddress.set(addressKey, neighbors.set(key, socket));
    socket.once('close', () => {
      all.delete(key);
      serving.delete(key);
      neighbors?.delete(key);
      if (neighbors?.size === 0) byAddress.delete(addressKey);
    });
    makeRoom(all, limits.max, 'too_many');
    if (neighbors) makeRoom(neighbors, limits.maxPerAddress, 'address');
  });
  server.prependListener('request', ({ socket }, response) => {
    const key = keyOf(socket);
    const addressKey = addressKeyOf(socket.remoteAddress ?? '');
    serving.set(key, response);
    // Destroying the request closes the connection.
    response.once('finish', () => {
      if (serving.get(key) !== response) return;
      serving.delete(key);
      moveToEnd(all, key);
      moveToEnd(byAddress.get(addressKey), key);
    });
  });

  // This time-out closes connections whose client reads nothing; Node restarts it whenever bytes are sent.
  server.setTimeout(limits.readerTimeoutMs, (socket: Socket) => {
    const response = serving.get(keyOf(socket));
    // Waiting for an upstream or for the next event of a stream is not limited here.
    if (response && response.writableLength === 0) return;
    if (response) limits.onDrop('slow_reader');
    socket.destroy();
  });
  return () => all.size;
};
