import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { formatText } from '../format.ts';
import { CHART_README, describeChart } from './chart-values.ts';
import { readProcesses } from './read-processes.ts';
import { findUndescribed, toMarkdown, toNames } from './to-markdown.ts';

const root = join(import.meta.dirname, '../../../..');
const program = createCommandLine(
  'npm run docs:configuration --',
  'Writes the lists of settings, from the schemas of the processes.',
).option('--check', 'only compares them', false);
parseCommandLine(program);
const { check: isCheck } = program.opts();

const processes = await readProcesses(root);
const chart = await describeChart(root);
const undescribed = [...findUndescribed(processes), ...chart.undescribed];
for (const name of undescribed) console.error(`${name} has no description`);
if (undescribed.length > 0) process.exitCode = 1;

for (const [path, text] of [
  ['docs/operations/configuration.md', toMarkdown(processes)],
  [CHART_README, chart.markdown],
  ['packages/cli/src/settings/process-settings.json', toNames(processes)],
] as const) {
  const file = join(root, path);
  const formatted = await formatText(file, text);
  if (!isCheck) await writeFile(file, formatted);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== formatted) {
    console.error(`${path} is out of date: npm run docs:configuration`);
    process.exitCode = 1;
  }
}
