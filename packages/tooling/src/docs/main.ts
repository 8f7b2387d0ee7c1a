import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { CHART_README, describeChart } from '../configuration/chart-values.ts';
import { readProcesses } from '../configuration/read-processes.ts';
import { findUndescribed, toMarkdown, toNames } from '../configuration/to-markdown.ts';
import { formatText } from '../format.ts';
import { toMarkdown as describeLiveRequests } from '../live-requests/to-markdown.ts';
import { ROOT } from '../test-command/run-program.ts';

const program = createCommandLine(
  'npm run check -- docs',
  'Compares the generated documents with their sources: lists of settings, and of the requests of live screens.',
).option('--write', 'writes them', false);
parseCommandLine(program);
const { write } = program.opts();

const processes = await readProcesses(ROOT);
const chart = await describeChart(ROOT);
const undescribed = [...findUndescribed(processes), ...chart.undescribed];
for (const name of undescribed) console.error(`${name} has no description`);
if (undescribed.length > 0) process.exitCode = 1;

for (const [path, text] of [
  ['docs/operations/configuration.md', toMarkdown(processes)],
  [CHART_README, chart.markdown],
  ['packages/cli/src/settings/process-settings.json', toNames(processes)],
  ['docs/live-requests.md', describeLiveRequests()],
] as const) {
  const file = join(ROOT, path);
  const formatted = await formatText(file, text);
  if (write) await writeFile(file, formatted);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== formatted) {
    console.error(`${path} is out of date: npm run check -- docs --write`);
    process.exitCode = 1;
  }
}
