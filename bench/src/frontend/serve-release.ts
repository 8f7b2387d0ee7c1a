import {
  buildFrontends,
  freePort,
  gatewayEnvironment,
  superviseNode,
  type System,
  waitUntilReady,
} from '@qr-attendance/stack';
import { checkOutRelease } from '@qr-attendance/test-kit';
import { UNLIMITED_GATEWAY } from '../world/start-world.ts';

const HOST = '127.0.0.1';

/** The pages of another release behind its gateway, with the same services and data. */
export const serveRelease = async (
  commit: string,
  { urls, secrets, dataDir }: System,
  log: (text: string) => void,
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const release = await checkOutRelease(commit);
  try {
    log(`building the pages of ${commit}`);
    await buildFrontends(release.root);
    const port = await freePort();
    const settings = {
      ...gatewayEnvironment({ urls, secrets, host: HOST, port, root: release.root }),
      ...UNLIMITED_GATEWAY,
    };
    const gateway = await superviseNode('gateway-before', 'gateway/src/main.ts', settings, dataDir, {
      root: release.root,
    });
    await waitUntilReady(gateway, `http://${HOST}:${port}`, { dataDir });
    const stop = async () => {
      await gateway.stop();
      await release.remove();
    };
    // Browsers treat `localhost` like HTTPS.
    return { url: `http://localhost:${port}`, stop };
  } catch (error) {
    await release.remove();
    throw error;
  }
};
