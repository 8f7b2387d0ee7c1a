import {
  freePort,
  gatewayEnvironment,
  type Supervised,
  superviseNode,
  type System,
  waitUntilReady,
} from '@qr-attendance/stack';
import { Pool } from 'undici';
import type { PreparedRequest } from '../load/send.ts';
import { send } from '../load/send.ts';

const HOST = '127.0.0.1';
/** Another address of this machine, whose requests do not count toward the limits of the measured one. */
const OTHER_ADDRESS = '127.0.0.2';
const CALM_CONNECTIONS = 2;

export interface Door {
  url: string;
  processes: Record<string, Supervised>;
  stop: () => Promise<void>;
}

/** A separate gateway with all its limits and no counted requests. */
export const openGateway = async (
  { urls, secrets, processes, dataDir }: System,
  root?: string | undefined,
): Promise<Door> => {
  const port = await freePort();
  const settings = gatewayEnvironment({ urls, secrets, host: HOST, port });
  const gateway = await superviseNode('another-gateway', 'gateway/src/main.ts', settings, dataDir, { root });
  const url = `http://${HOST}:${port}`;
  await waitUntilReady(gateway, url, { dataDir });
  return { url, processes: { ...processes, gateway }, stop: gateway.stop };
};

/**
 * Warms up a new process with requests from another address, so that it behaves like one that has been
 * running since yesterday.
 */
export const warmUp = async (url: string, requests: PreparedRequest[]): Promise<void> => {
  const pool = new Pool(url, { connections: CALM_CONNECTIONS, localAddress: OTHER_ADDRESS });
  const waiting = requests.values();
  const sendInTurn = async () => {
    for (const request of waiting) {
      const { status, text } = await send(pool, request);
      if (status !== 200) throw new Error(`warm-up was answered ${status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CALM_CONNECTIONS }, sendInTurn));
  await pool.close();
};
