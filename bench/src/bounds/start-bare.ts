import {
  freePort,
  gatewayEnvironment,
  type Supervised,
  superviseNode,
  type System,
  waitUntilReady,
} from '@qr-attendance/stack';
import { UNLIMITED_GATEWAY } from '../world/start-world.ts';
import { createBareTable } from './table.ts';

const HOST = '127.0.0.1';
const at = (port: number): string => `http://${HOST}:${port}`;

/** The bare server on the product's own PostgreSQL, behind a gateway like the product's, which checks tokens. */
export const startBare = async ({ databases, urls, secrets, dataDir }: System) => {
  await createBareTable(databases.attendance);
  const [bare, door] = [await freePort(), await freePort()];
  const server = await superviseNode(
    'bare',
    'bench/src/bounds/bare-server.ts',
    { DATABASE_URL: databases.attendance, PORT: String(bare) },
    dataDir,
  );
  await waitUntilReady(server, at(bare), { dataDir });
  const gateway = await superviseNode(
    'bare-gateway',
    'gateway/src/main.ts',
    {
      ...gatewayEnvironment({
        urls: { ...urls, session: at(bare), attendance: at(bare) },
        secrets,
        host: HOST,
        port: door,
      }),
      ...UNLIMITED_GATEWAY,
    },
    dataDir,
  );
  await waitUntilReady(gateway, at(door), { dataDir });
  return {
    url: at(door),
    processes: { attendance: server, gateway } as Record<string, Supervised>,
    stop: async () => {
      await gateway.stop();
      await server.stop();
    },
  };
};
