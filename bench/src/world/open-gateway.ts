import {
  gatewayEnvironment,
  type Supervised,
  superviseNode,
  type System,
  waitUntilReady,
} from '@qr-attendance/stack';
import getPort from 'get-port';

const HOST = '127.0.0.1';

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
  const port = await getPort({ host: HOST });
  const settings = gatewayEnvironment({ urls, secrets, host: HOST, port });
  const gateway = await superviseNode('another-gateway', 'gateway/src/main.ts', settings, dataDir, root);
  const url = `http://${HOST}:${port}`;
  await waitUntilReady(gateway, url, { dataDir });
  return { url, processes: { ...processes, gateway }, stop: gateway.stop };
};
