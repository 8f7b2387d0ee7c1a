import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expectNoArguments } from '@qr-attendance/server/command-line';
import { ROOT } from '../test-command/run-program.ts';
import { findDangling } from './find-dangling.ts';

expectNoArguments('npm run check -- comments', 'Finds comments that open without a subject.');
const EXCLUDED = ['packages/tooling/test/fixtures/'];

const { stdout } = await execa('git', ['ls-files', '-z'], { cwd: ROOT });
const files = stdout
  .split('\0')
  .filter((file) => file !== '' && !EXCLUDED.some((folder) => file.startsWith(folder)));
let count = 0;
for (const file of files) {
  let source;
  try {
    source = readFileSync(join(ROOT, file), 'utf8');
  } catch {
    continue;
  }
  for (const { line, text } of findDangling(file, source)) {
    count += 1;
    console.log(`${file}:${line}: ${text}`);
  }
}
if (count > 0) {
  console.log(`${count} comments open without a subject. Write complete sentences, or a noun phrase.`);
  process.exitCode = 1;
}
