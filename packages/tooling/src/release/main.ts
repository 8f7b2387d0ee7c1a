import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Argument, createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { execa } from 'execa';
import { ROOT } from '../test-command/run-program.ts';
import { findMissingChangesets } from './find-missing-changesets.ts';
import { readNotes } from './notes.ts';
import { planRelease } from './plan-release.ts';
import { published } from './published-part.ts';
import { chartFile, readVersion, withVersion } from './versions.ts';

const program = createCommandLine('node packages/tooling/src/release/main.ts', 'Prepares a release.')
  .addArgument(new Argument('<command>').choices(['check', 'plan', 'version', 'notes'] as const))
  .argument('[part]', 'the part whose notes are printed');
parseCommandLine(program);
const [command, part] = program.processedArgs;
const { version } = await readVersion(ROOT, { workspace: 'deploy' });
const chart = await readFile(chartFile(ROOT), 'utf8');

if (command === 'check') {
  const unraised = await findMissingChangesets(ROOT, published);
  if (withVersion(chart, version) !== chart)
    unraised.push(`the chart's version is not that of deploy/package.json, ${version}`);
  for (const problem of unraised) console.error(problem);
  if (unraised.length > 0) console.error('Raise it by `npx changeset` (docs/operations/upgrades.md).');
  process.exitCode = unraised.length > 0 ? 1 : 0;
} else if (command === 'plan') {
  const { images, chart: due } = await planRelease(ROOT, published);
  console.log(`images=${JSON.stringify(images)}`);
  console.log(`chart=${due ?? ''}`);
} else if (command === 'version') {
  await execa(join(ROOT, 'node_modules/.bin/changeset'), ['version'], { cwd: ROOT, stdio: 'inherit' });
  const raised = await readVersion(ROOT, { workspace: 'deploy' });
  await writeFile(chartFile(ROOT), withVersion(chart, raised.version));
} else {
  const publishedPart = published.find(({ name }) => name === part);
  if (!publishedPart) throw new Error(`${part} is none of ${published.map(({ name }) => name).join(', ')}`);
  console.log(await readNotes(ROOT, publishedPart));
}
