import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

export interface PacketRelay {
  /** Where each of the two sends what is meant for the other. */
  ports: { one: number; other: number };
  stop: () => void;
}

/**
 * A network between two on this machine: each UDP packet is held back by a delay, each way. Who they are is learned from what
 * they send, so both must be told the relay's ports in place of each other's.
 */
export const openPacketRelay = async (delayMs: number): Promise<PacketRelay> => {
  const sockets = [createSocket('udp4'), createSocket('udp4')] as const;
  const senders = new Map<Socket, RemoteInfo>();
  let isOpen = true;
  const carry = (from: Socket, to: Socket) =>
    from.on('message', (packet, sender) => {
      senders.set(from, sender);
      const send = () => {
        const receiver = senders.get(to);
        if (isOpen && receiver) to.send(packet, receiver.port, receiver.address);
      };
      if (delayMs > 0) setTimeout(send, delayMs);
      else send();
    });
  const [one, other] = sockets;
  carry(one, other);
  carry(other, one);
  for (const socket of sockets) {
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
  }
  return {
    ports: { one: one.address().port, other: other.address().port },
    stop: () => {
      isOpen = false;
      for (const socket of sockets) socket.close();
    },
  };
};

/** A description of one end of a call (SDP, RFC 8839) that says it is reached at a port of this machine alone. */
export const reachedAt = (sdp: string, port: number): string => {
  const candidate = `a=candidate:1 1 udp 2113937151 127.0.0.1 ${port} typ host generation 0`;
  const others = sdp.split('\r\n').filter((line) => !/^a=(candidate:|end-of-candidates)/.test(line));
  const end = others.at(-1) === '' ? others.pop() : '';
  return [...others, candidate, end].join('\r\n');
};
