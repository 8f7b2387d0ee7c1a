import { areaNames } from '@qr-attendance/contracts/areas';
import { buildAll, buildFrontends, generatePrismaClient, mailDirOf } from '@qr-attendance/stack';
import { startTestInfrastructure, startTestSystem } from '@qr-attendance/test-kit';
import { createAdmin } from './create-admin.ts';

export const BASE_URL = 'E2E_BASE_URL';
export const SERVICE_URLS = 'E2E_SERVICE_URLS';
export const MAIL_DIR = 'E2E_MAIL_DIR';
export const ADMIN_EMAIL = 'E2E_ADMIN_EMAIL';

/** Builds a single remote if only that remote is tested. */
const build = async (): Promise<void> => {
  const area = areaNames.find((name) => name === process.env['E2E_AREA']);
  if (area === undefined) await buildAll();
  else await Promise.all([generatePrismaClient(), buildFrontends(undefined, ['shell', `mfe-${area}`])]);
};

const setUp = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env[BASE_URL] !== undefined) return undefined;
  await build();
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
