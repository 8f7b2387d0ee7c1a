import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectNoArguments } from '@qr-attendance/server/command-line';
import { findGaps } from './find-gaps.ts';
import { readRows } from './read-rows.ts';
import { required } from './required.ts';

expectNoArguments('npm run check -- specification', 'Checks that each requirement has a test.');
const root = join(import.meta.dirname, '../../../..');
const rows = readRows(readFileSync(join(root, 'docs/specification.md'), 'utf8'));
const gaps = findGaps({
  rows,
  required,
  readFile: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined),
});
for (const gap of gaps) console.error(gap);
if (gaps.length > 0) process.exitCode = 1;
else console.log(`${rows.length} requirements, each with a test`);
