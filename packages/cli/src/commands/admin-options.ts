import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { emailSchema, nameSchema } from '@qr-attendance/contracts';
import {
  createCommandLine,
  parseAddress,
  parseBy,
  parseCommandLine,
} from '@qr-attendance/server/command-line';
import { ROOT } from '@qr-attendance/stack';
import { dataFolder } from './data-folder.ts';

interface AccountOptions {
  dataDir: string;
  postgresUrl: string | undefined;
  databaseUrl: string | undefined;
  email: string;
}
export type AdminOptions = AccountOptions &
  ({ command: 'create'; name: string; origin: string | undefined } | { command: 'reset-second-factor' });

const MAX_NAME = 200;
const parseEmail = parseBy(emailSchema, 'an email address, such as ada@campus.example');
const parseName = parseBy(nameSchema(MAX_NAME), `a name of 1 to ${MAX_NAME} visible characters`);

/** The container image of the commands contains neither the Compose files nor the chart. */
const hasSources = (): boolean => existsSync(join(ROOT, 'deploy'));

export const readAdminOptions = (): AdminOptions | undefined => {
  const program = createCommandLine(
    'npm run admin --',
    'Manages a system: administrators, backups in a bucket, and secrets.',
  ).executableDir(import.meta.dirname);
  let options: AdminOptions | undefined;
  const accountOf = (email: string): AccountOptions => {
    const { DATABASE_URL, AUTH_DATABASE_URL } = process.env;
    return { dataDir: dataFolder(), postgresUrl: DATABASE_URL, databaseUrl: AUTH_DATABASE_URL, email };
  };
  program
    .command('create')
    .description('creates an administrator, or a new link to choose a password for an existing one')
    .requiredOption('--email <address>', 'email address of the administrator', parseEmail)
    .requiredOption('--name <name>', 'full name, in quotes', parseName)
    .option(
      '--origin <address>',
      'address of the web app (default: PUBLIC_ORIGINS, or the running system’s)',
      parseAddress,
    )
    .action(({ email, name, origin }) => {
      const [published] = process.env['PUBLIC_ORIGINS']?.split(',') ?? [];
      options = { ...accountOf(email), command: 'create', name, origin: origin ?? published };
    });
  program
    .command('reset-second-factor')
    .description('removes the second factor of an account whose owner lost the phone and the recovery codes')
    .requiredOption('--email <address>', 'email address of the account', parseEmail)
    .action(({ email }) => {
      options = { ...accountOf(email), command: 'reset-second-factor' };
    });
  program.command('backups', 'saves all data to a bucket, and restores it', { executableFile: 'backups.ts' });
  if (hasSources())
    program.command('secrets', 'creates the secrets of a system that runs in containers', {
      executableFile: 'secrets.ts',
    });
  parseCommandLine(program);
  return options;
};
