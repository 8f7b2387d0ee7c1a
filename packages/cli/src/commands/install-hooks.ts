import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@qr-attendance/stack';

/** npm runs no install scripts here, so this function does what lefthook's install script would do. */
export const installHooks = async (): Promise<void> => {
  if (!existsSync(join(ROOT, '.git')) || process.env['CI']) return;
  try {
    await promisify(execFile)(join(ROOT, 'node_modules/.bin/lefthook'), ['install'], { cwd: ROOT });
  } catch (error) {
    console.log(`The Git hooks could not be installed: ${(error as Error).message}\n`);
  }
};
