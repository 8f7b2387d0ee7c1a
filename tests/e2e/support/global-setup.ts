import { buildAll, mailDirOf } from '@qr-attendance/stack';
import { startTestInfrastructure, startTestSystem } from '@qr-attendance/test-kit';
import { createAdmin } from './create-admin.ts';

export const BASE_URL = 'E2E_BASE_URL';
export const SERVICE_URLS = 'E2E_SERVICE_URLS';
export const MAIL_DIR = 'E2E_MAIL_DIR';
export const ADMIN_EMAIL = 'E2E_ADMIN_EMAIL';

const setUp = async (): Promise<() => Promise<void>> => {
  await buildAll();
  const servers = await startTestInfrastructure();
  const system = await startTestSystem();
  process.env[BASE_URL] = system.url;
  process.env[SERVICE_URLS] = JSON.stringify(system.urls);
  process.env[MAIL_DIR] = mailDirOf(system.dataDir);
  process.env[ADMIN_EMAIL] = await createAdmin(system);
  return async () => {
    await system.stop();
    await servers.stop();
  };
};

export default setUp;
