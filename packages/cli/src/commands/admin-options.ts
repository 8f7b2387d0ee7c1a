import { join, resolve } from 'node:path';
import { ROOT, StartError } from '@qr-attendance/stack';
import { parseCommand } from './parse-command.ts';

const USAGE = `npm run admin -- create --email <address> --name <name> [--origin <address of the web app>]`;

export interface AdminOptions {
  dataDir: string;
  postgresUrl: string | undefined;
  databaseUrl: string | undefined;
  email: string;
  name: string;
  origin: string;
}

const text = { type: 'string' } as const;

export const readAdminOptions = (): AdminOptions => {
  const { values, positionals } = parseCommand(
    { options: { email: text, name: text, origin: text }, allowPositionals: true },
    () => `Usage: ${USAGE}`,
  );
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
