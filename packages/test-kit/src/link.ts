import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that a test can cut (connections are refused) or freeze (connections are silent). */
export const openLink = async (target: string) => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let state: 'whole' | 'cut' | 'frozen' = 'whole';
  let stillPasses: RegExp | undefined;
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(Number(port || 5432), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (chunk) => {
      if (state === 'whole' || stillPasses?.test(chunk.toString('latin1'))) far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (state === 'whole' || stillPasses) near.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const dropAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: url.href,
    cut: () => {
      state = 'cut';
      dropAll();
    },
    freeze: (except?: RegExp) => {
      state = 'frozen';
      stillPasses = except;
    },
    fix: () => {
      state = 'whole';
      stillPasses = undefined;
    },
    close: () => {
      dropAll();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
