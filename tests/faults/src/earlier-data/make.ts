import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOutRelease, findCommit, startTestInfrastructure } from '@qr-attendance/test-kit';
import { DUMPS } from './dump.ts';
import { createDump } from './make-dump.ts';

const SHORT = 7;

const [name] = process.argv.slice(2);
const commit = name && (await findCommit(name));
if (!commit) {
  console.error('Usage: npm run dump:release -- <commit>, one that this clone has');
  process.exit(1);
}
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
