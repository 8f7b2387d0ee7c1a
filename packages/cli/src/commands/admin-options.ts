import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { dataFolder } from './data-folder.ts';

export interface AdminOptions {
  dataDir: string;
  postgresUrl: string | undefined;
  databaseUrl: string | undefined;
  email: string;
  name: string;
  /** Undefined for that of the running system. */
  origin: string | undefined;
}

export const readAdminOptions = (): AdminOptions => {
  const program = createCommandLine('npm run admin --', 'Manages administrators.');
  const create = program
    .command('create')
    .description('creates an administrator, or a new link to choose a password for an existing one')
    .requiredOption('--email <address>', 'email address of the administrator')
    .requiredOption('--name <name>', 'full name')
    .option('--origin <address>', 'address of the web app (default: PUBLIC_ORIGINS, or the running system’s)')
    .action(() => undefined);
  parseCommandLine(program);
  const { DATABASE_URL, AUTH_DATABASE_URL } = process.env;
  const [published] = process.env['PUBLIC_ORIGINS']?.split(',') ?? [];
  const { email, name, origin = published } = create.opts();
  return {
    dataDir: dataFolder(),
    postgresUrl: DATABASE_URL,
    databaseUrl: AUTH_DATABASE_URL,
    email,
    name,
    origin,
  };
};
