import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const PROBE_EVERY_MS = 1_000;
/** The Helm chart has the same value. */
const PROBE_TIMEOUT_MS = 4_000;
const FAILURES_IN_A_ROW = 2;

interface Target {
  url: URL;
  healthy: boolean;
  failures: number;
  sockets: Set<Socket>;
}

export interface Balancer {
  url: string;
  stop: () => Promise<void>;
}

const isReady = async ({ url }: Target): Promise<boolean> => {
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};

/** Takes a replica that is not ready out of rotation and closes its connections. */
const probe = async (target: Target): Promise<void> => {
  target.failures = (await isReady(target)) ? 0 : target.failures + 1;
  target.healthy = target.failures < FAILURES_IN_A_ROW;
  if (!target.healthy) for (const socket of target.sockets) socket.destroy();
};

const join = (client: Socket, target: Target, onRefused: () => void): void => {
  const upstream = connect(Number(target.url.port), target.url.hostname);
  const end = () => {
    client.destroy();
    upstream.destroy();
    target.sockets.delete(upstream);
  };
  upstream.once('error', () => {
    target.healthy = false;
    target.failures = FAILURES_IN_A_ROW;
    target.sockets.delete(upstream);
    onRefused();
  });
  upstream.once('connect', () => {
    upstream.removeAllListeners('error');
    target.sockets.add(upstream);
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.pipe(upstream).pipe(client);
  });
};

/** Distributes TCP connections over the ready replicas. A refused connection goes to the next replica. */
export const startBalancer = async (urls: string[], port: number): Promise<Balancer> => {
  const targets = urls.map((url): Target => ({
    url: new URL(url),
    healthy: true,
    failures: 0,
    sockets: new Set(),
  }));
  let turn = 0;
  const serve = (client: Socket, attempts: number): void => {
    const healthy = targets.filter((target) => target.healthy);
    const choice = (healthy.length > 0 ? healthy : targets)[turn++ % (healthy.length || targets.length)];
    if (!choice || attempts === 0) client.destroy();
    else join(client, choice, () => serve(client, attempts - 1));
  };
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    serve(client, targets.length);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const probing = setInterval(() => void Promise.all(targets.map(probe)), PROBE_EVERY_MS);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      clearInterval(probing);
      server.close();
      for (const { sockets } of targets) for (const socket of sockets) socket.destroy();
    },
  };
};
