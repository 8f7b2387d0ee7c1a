// Makes a dump of data as a release writes it: `npm run dump:release -- <commit>`. README.md beside the dumps says more.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp, SECRETS } from '@qr-attendance/cli/backup';
import {
  chooseUrls,
  keepSecrets,
  migrateServices,
  publicOriginsOf,
  serviceNames,
  type ServiceSettings,
  startServiceProcesses,
} from '@qr-attendance/stack';
import {
  checkOutRelease,
  findCommit,
  freshDatabases,
  startTestInfrastructure,
  testServers,
  WITHOUT_FLOOR,
} from '@qr-attendance/test-kit';
import { askEverything } from './answers.ts';
import { readJobs } from './bus-state.ts';
import { DUMPS, partsOf, writeValues } from './dump.ts';
import { fill, settle } from './fill.ts';
import { makeAsk, people, type PersonName, signInAll } from './people.ts';

const SHORT = 7;

/** The pepper alone: PINs are checked with it. Keys that sign tokens are made again wherever the dump is read. */
const keepPepperAlone = async (folder: string): Promise<void> => {
  const file = join(folder, SECRETS);
  const { pinPepper } = JSON.parse(await readFile(file, 'utf8')) as { pinPepper: string };
  await writeFile(file, `${JSON.stringify({ pinPepper }, null, 2)}\n`);
};

const make = async (commit: string, folder: string, dataDir: string, root: string): Promise<void> => {
  const { databases, prefix, drop } = await freshDatabases();
  const secrets = await keepSecrets(dataDir, 'rsa');
  const urls = await chooseUrls();
  const settings: ServiceSettings = {
    ...{ databases, secrets, urls, dataDir, root },
    publicOrigins: publicOriginsOf(8080),
  };
  const parts = partsOf(folder);
  try {
    await migrateServices(serviceNames, { ...settings, env: WITHOUT_FLOOR });
    const processes = await startServiceProcesses(serviceNames, settings);
    await fill(settings, processes);
    const servers = { ...(await testServers()), databasePrefix: prefix, stop: async () => undefined };
    await backUp(servers, dataDir, parts.backup);
    await keepPepperAlone(parts.backup);
    const jobs = await readJobs(databases);
    await writeValues(parts.jobs, jobs);
    // What was under way arrives in the release itself; what it answers then is what every later one has to.
    const again = await startServiceProcesses(serviceNames, settings);
    try {
      await settle(settings);
      const ask = makeAsk(urls);
      const answers = await askEverything(ask, await signInAll(ask, Object.keys(people) as PersonName[]));
      await writeValues(parts.answers, answers);
      console.log(`${folder}: ${jobs.length} events on the bus, ${answers.length} answers of ${commit}`);
    } finally {
      await Promise.all(again.map((process) => process.stop()));
    }
  } finally {
    await drop();
  }
};

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
  await make(commit, folder, dataDir, release.root);
} finally {
  await infrastructure.stop();
  await release.remove();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
