import {
  freePort,
  gatewayEnvironment,
  type SupervisedProcess,
  superviseNode,
  type System,
  waitUntilReady,
} from '@qr-attendance/stack';
import { Pool } from 'undici';
import { send, type PreparedRequest } from '../load/send.ts';

const HOST = '127.0.0.1';
/** Requests from another address of this machine do not count toward the limits of the measured gateway. */
const OTHER_ADDRESS = '127.0.0.2';
const CALM_CONNECTIONS = 2;

export interface Gateway {
  url: string;
  processes: Record<string, SupervisedProcess>;
  stop: () => Promise<void>;
}

interface GatewayOptions {
  root?: string | undefined;
  pages?: string | undefined;
  urls?: Partial<System['urls']>;
  env?: Record<string, string>;
}

/** Opens another gateway to a system's services; by default, all its limits apply. */
export const openGateway = async (
  { urls: systemUrls, secrets, processes, dataDir }: System,
  { root, pages, urls, env }: GatewayOptions = {},
): Promise<Gateway> => {
  const port = await freePort();
  const settings = {
    ...gatewayEnvironment({ urls: { ...systemUrls, ...urls }, secrets, host: HOST, port, root: pages }),
    ...env,
  };
  const name = `gateway-${port}`;
  const gateway = await superviseNode(name, 'gateway/src/main.ts', settings, dataDir, { root });
  const url = `http://${HOST}:${port}`;
  await waitUntilReady(gateway, url, { dataDir });
  return { url, processes: { ...processes, gateway }, stop: gateway.stop };
};

/**
 * Sends requests from another address, so that a new process performs like one that has been running since
 * yesterday.
 */
export const warmUp = async (url: string, requests: PreparedRequest[]): Promise<void> => {
  const pool = new Pool(url, { connections: CALM_CONNECTIONS, localAddress: OTHER_ADDRESS });
  await Promise.all(
    requests.map(async (request) => {
      const { status, text } = await send(pool, request);
      if (status !== 200) throw new Error(`warm-up was answered ${status}: ${text}`);
    }),
  );
  await pool.close();
};
