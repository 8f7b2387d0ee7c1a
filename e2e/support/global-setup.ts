import { buildAll, startTestInfrastructure } from '@qr-attendance/local-stack';
import { startTestSystem } from './start-test-system.ts';

/** Where tests find the system that they share. */
export const BASE_URL = 'E2E_BASE_URL';

const setUp = async (): Promise<() => Promise<void>> => {
  await buildAll();
  const servers = await startTestInfrastructure();
  const system = await startTestSystem();
  process.env[BASE_URL] = system.url;
  return async () => {
    await system.stop();
    await servers.stop();
  };
};

// Playwright asks for a default export.
export default setUp;
