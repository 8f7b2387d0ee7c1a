import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoArguments } from '@qr-attendance/server/command-line';
import { ROOT } from '../test-command/run-program.ts';
import { environmentFile } from './environment-file.ts';

expectNoArguments('npm run admin -- secrets compose', 'Writes settings and new secrets to .env.');
const file = join(ROOT, '.env');
const example = await readFile(join(ROOT, 'deploy/compose/env.example'), 'utf8');
try {
  // Never overwrites an existing file, because its secrets belong to existing databases.
  await writeFile(file, environmentFile(example), { mode: 0o600, flag: 'wx' });
  console.log('Wrote settings and new secrets to .env. Next: docker compose up --build --detach --wait');
} catch (error) {
  const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
  console.error(
    isThere
      ? '.env is there already and stays as it is; databases made with its secrets need them.'
      : `.env cannot be written: ${(error as Error).message}`,
  );
  process.exit(1);
}
