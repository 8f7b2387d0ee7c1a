import { buildAll, mailDirOf } from '@qr-attendance/stack';
import { startTestInfrastructure, startTestSystem } from '@qr-attendance/test-kit';
import { makeAdmin } from './make-admin.ts';

/** Where tests find the system that they share. */
export const BASE_URL = 'E2E_BASE_URL';
/** The addresses of its services, as JSON, for a further gateway in front of them. */
export const SERVICE_URLS = 'E2E_SERVICE_URLS';
/** The folder its mails land in, and the address of its administrator. */
export const MAIL_DIR = 'E2E_MAIL_DIR';
export const ADMIN_EMAIL = 'E2E_ADMIN_EMAIL';

const setUp = async (): Promise<() => Promise<void>> => {
  await buildAll();
  const servers = await startTestInfrastructure();
  const system = await startTestSystem();
  process.env[BASE_URL] = system.url;
  process.env[SERVICE_URLS] = JSON.stringify(system.urls);
  process.env[MAIL_DIR] = mailDirOf(system.dataDir);
  process.env[ADMIN_EMAIL] = await makeAdmin(system);
  return async () => {
    await system.stop();
    await servers.stop();
  };
};

// Playwright asks for a default export.
export default setUp;
