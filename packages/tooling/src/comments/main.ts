import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expectNoArguments } from '@qr-attendance/server/command-line';
import { ROOT } from '../test-command/run-program.ts';
import { findDangling } from './find-dangling.ts';
import { findPhrases } from './find-phrases.ts';

expectNoArguments(
  'npm run check -- comments',
  'Finds comments without a subject, and phrases that stop a reader.',
);
const EXCLUDED = [
  'packages/tooling/test/fixtures/',
  'packages/tooling/src/comments/',
  'packages/tooling/test/',
];

const { stdout } = await execa('git', ['ls-files', '-z'], { cwd: ROOT });
const files = stdout
  .split('\0')
  .filter((file) => file !== '' && !EXCLUDED.some((folder) => file.startsWith(folder)));
let dangling = 0;
let phrases = 0;
for (const file of files) {
  let source;
  try {
    source = readFileSync(join(ROOT, file), 'utf8');
  } catch {
    continue;
  }
  for (const { line, text } of findDangling(file, source)) {
    dangling += 1;
    console.log(`${file}:${line}: ${text}`);
  }
  for (const { line, text, instead } of findPhrases(file, source)) {
    phrases += 1;
    console.log(`${file}:${line}: “${text}”; write: ${instead}`);
  }
}
if (dangling > 0)
  console.log(`${dangling} comments open without a subject. Write complete sentences, or a noun phrase.`);
if (phrases > 0) console.log(`${phrases} phrases stop a reader.`);
if (dangling + phrases > 0) process.exitCode = 1;
