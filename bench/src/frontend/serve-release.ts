import { buildFrontends, type System } from '@qr-attendance/stack';
import { checkOutRelease } from '@qr-attendance/test-kit';
import { openGateway } from '../world/open-gateway.ts';
import { UNLIMITED_GATEWAY } from '../world/start-world.ts';

export const serveRelease = async (
  commit: string,
  system: System,
  log: (text: string) => void,
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const { root, remove } = await checkOutRelease(commit);
  try {
    log(`building the pages of ${commit}`);
    await buildFrontends(root);
    const gateway = await openGateway(system, { root, pages: root, env: UNLIMITED_GATEWAY });
    return {
      // Browsers treat `localhost` as a secure origin.
      url: gateway.url.replace('127.0.0.1', 'localhost'),
      stop: async () => {
        await gateway.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
};
