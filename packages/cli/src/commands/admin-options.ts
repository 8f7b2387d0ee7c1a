import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, StartError } from '@qr-attendance/stack';

export const USAGE = `npm run admin -- create --email <address> --name <name> [--origin <address of the web app>]`;

export interface AdminOptions {
  dataDir: string;
  postgresUrl: string | undefined;
  databaseUrl: string | undefined;
  email: string;
  name: string;
  origin: string;
}

const parse = () => {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ options: { email: text, name: text, origin: text }, allowPositionals: true });
  } catch {
    throw new StartError(`Usage: ${USAGE}`);
  }
};

export const readAdminOptions = (): AdminOptions => {
  const { values, positionals } = parse();
  const { DATA_DIR = join(ROOT, '.data'), DATABASE_URL, AUTH_DATABASE_URL, PORT = '8080' } = process.env;
  const [published] = process.env['PUBLIC_ORIGINS']?.split(',') ?? [];
  const { email, name, origin = published ?? `http://localhost:${PORT}` } = values;
  if (positionals.join(' ') !== 'create' || email === undefined || name === undefined)
    throw new StartError(`Usage: ${USAGE}`);
  return {
    dataDir: resolve(DATA_DIR),
    postgresUrl: DATABASE_URL,
    databaseUrl: AUTH_DATABASE_URL,
    email,
    name,
    origin,
  };
};
