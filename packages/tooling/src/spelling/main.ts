import { join } from 'node:path';
import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { execa } from 'execa';
import { ROOT } from '../test-command/run-program.ts';

const program = createCommandLine(
  'npm run check -- spelling',
  'Checks spelling and forbidden words.',
).argument('[files...]', 'these files alone');
parseCommandLine(program);
const [files] = program.processedArgs;
const { exitCode } = await execa(
  process.execPath,
  [
    join(ROOT, 'node_modules/cspell/bin.mjs'),
    'lint',
    '--no-progress',
    '--no-summary',
    '--no-must-find-files',
    '--cache',
    '--cache-strategy',
    'content',
    '--cache-location',
    files.length > 0 ? '.cache/cspell-staged' : '.cache/cspell',
    ...(files.length > 0 ? files : ['.']),
  ],
  { cwd: ROOT, reject: false, stdio: 'inherit' },
);
if (exitCode !== 0) {
  console.error(
    '\nForbidden: write one of the words after "fix". Unknown: correct it, or add a name or a term of the field to ' +
      'packages/tooling/spelling/words.txt, and a German word to packages/tooling/spelling/german.txt.',
  );
  process.exitCode = 1;
}
