import {
  freePort,
  gatewayEnvironment,
  type Supervised,
  superviseNode,
  type System,
  waitUntilReady,
} from '@qr-attendance/stack';
import { Pool } from 'undici';
import type { PreparedRequest } from '../load/mark-request.ts';
import { send } from '../load/send.ts';

const HOST = '127.0.0.1';
/** Another address of this machine: what it does counts towards no limit of the measured one. */
const OTHER_ADDRESS = '127.0.0.2';
/** As many at once as a calm morning has. */
const CALM_CONNECTIONS = 2;

/** A second door to a system. */
export interface Door {
  url: string;
  /** The system's, with this gateway in place of its own. */
  processes: Record<string, Supervised>;
  stop: () => Promise<void>;
}

/**
 * A gateway of one's own as it ships, with all its limits: what others counted is not known to it.
 * @param root folder of another release whose gateway runs
 */
export const openGateway = async (
  { urls, secrets, processes, dataDir }: System,
  root?: string | undefined,
): Promise<Door> => {
  const port = await freePort();
  const settings = gatewayEnvironment({ urls, secrets, host: HOST, port });
  const gateway = await superviseNode('another-gateway', 'gateway/src/main.ts', settings, dataDir, root);
  const url = `http://${HOST}:${port}`;
  await waitUntilReady(gateway, url, { dataDir });
  return { url, processes: { ...processes, gateway }, stop: gateway.stop };
};

/**
 * Sends requests from another address, a few at once, so that a new process has compiled what they pass through, as one that has
 * been running since yesterday has.
 * @throws {Error} when one is not answered 200: a process was not warmed up by what it refused
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
