import { connect, type Socket } from 'node:net';

export interface RawConnection {
  socket: Socket;
  heard: () => string;
  isOpen: () => boolean;
}

export const openRaw = (port: number, bytes: string | Buffer, from = '127.0.0.1'): Promise<RawConnection> =>
  new Promise((resolve, reject) => {
    let heard = '';
    let open = true;
    const socket = connect({ host: '127.0.0.1', port, localAddress: from });
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    socket.on('error', (error) => reject(error));
    socket.on('close', () => (open = false));
    socket.once('connect', () => {
      if (bytes.length > 0) socket.write(bytes);
      resolve({ socket, heard: () => heard, isOpen: () => open });
    });
  });
