import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { checkOutRelease, findCommit, startTestInfrastructure } from '@qr-attendance/test-kit';
import { DUMPS } from './dump.ts';
import { createDump } from './make-dump.ts';

const SHORT = 7;

const program = createCommandLine(
  'node tests/faults/src/earlier-data/main.ts',
  'Stores the data of a release, which later releases must read.',
).argument('<commit>', 'commit, branch or tag that this clone has');
parseCommandLine(program);
const [name] = program.processedArgs;
const commit = (await findCommit(name)) ?? program.error(`This clone has no ${name}.`);
const folder = join(DUMPS, commit.slice(0, SHORT));
if (existsSync(folder)) {
  console.error(`${folder} is there already; a dump is never made again.`);
  process.exit(1);
}
const dataDir = await mkdtemp(join(tmpdir(), 'qr-dump-'));
const release = await checkOutRelease(commit);
const infrastructure = await startTestInfrastructure();
try {
  console.log(`${folder}: ${await createDump(folder, dataDir, release.root)} of ${commit}`);
} finally {
  await infrastructure.stop();
  await release.remove();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
