import { join } from 'node:path';
import { createLogger, type Logger } from '@qr-attendance/observability';
import { type Databases, ROOT } from '@qr-attendance/stack';

type CreateAdmin = (
  config: { DATABASE_URL: string; PUBLIC_ORIGINS: string[] },
  log: Logger,
  admin: { name: string; email: string },
) => Promise<{ link: string }>;

/** Creates an administrator like the operator's command, but in the test's process, which is faster. */
export const createTestAdmin = async (
  { databases, publicOrigins }: { databases: Pick<Databases, 'auth'>; publicOrigins: string[] },
  admin: { name: string; email: string },
): Promise<string> => {
  const file = join(ROOT, 'services/auth/src/features/admin/create-admin.ts');
  const { createAdmin } = (await import(file)) as { createAdmin: CreateAdmin };
  const config = { DATABASE_URL: databases.auth, PUBLIC_ORIGINS: publicOrigins };
  const { link } = await createAdmin(config, createLogger('test', 'warn'), admin);
  return new URL(link).hash.slice(1);
};
