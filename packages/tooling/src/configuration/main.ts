import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatText } from '../format.ts';
import { readProcesses } from './read-processes.ts';
import { findUndescribed, toMarkdown } from './to-markdown.ts';

const root = join(import.meta.dirname, '../../../..');
const file = join(root, 'docs/configuration.md');

const processes = await readProcesses(root);
const undescribed = findUndescribed(processes);
for (const variable of undescribed) console.error(`${variable} has no description`);

const markdown = await formatText(file, toMarkdown(processes));
if (process.argv.includes('--check')) {
  const present = await readFile(file, 'utf8').catch(() => '');
  const stale = present !== markdown;
  if (stale) console.error('docs/configuration.md is out of date: npm run docs:configuration');
  if (stale || undescribed.length > 0) process.exitCode = 1;
} else {
  await writeFile(file, markdown);
  if (undescribed.length > 0) process.exitCode = 1;
}
