import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backUp, SECRETS_FILE } from '@qr-attendance/cli/backup';
import {
  chooseUrls,
  loadOrCreateSecrets,
  migrateServices,
  publicOriginsOf,
  serviceNames,
  type ServiceSettings,
  startServiceProcesses,
} from '@qr-attendance/stack';
import { createCampusClient, freshDatabases, testServers, WITHOUT_FLOOR } from '@qr-attendance/test-kit';
import { sendPatiently } from '../campus/call.ts';
import { askEverything } from './answers.ts';
import { readJobs } from './bus-state.ts';
import { partsOf, writeValues } from './dump.ts';
import { fill, settle } from './fill.ts';
import { createAsk, people, type PersonName, signInAll } from './people.ts';

/** PINs depend on the pepper. Keys that sign tokens are created again when the dump is read. */
const removeOtherSecrets = async (folder: string): Promise<void> => {
  const file = join(folder, SECRETS_FILE);
  const { pinPepper } = JSON.parse(await readFile(file, 'utf8')) as { pinPepper: string };
  await writeFile(file, `${JSON.stringify({ pinPepper }, null, 2)}\n`);
};

/** @param root folder of the release */
export const createDump = async (folder: string, dataDir: string, root: string): Promise<string> => {
  const { databases, prefix, drop } = await freshDatabases();
  const secrets = await loadOrCreateSecrets(dataDir);
  const urls = await chooseUrls();
  const settings: ServiceSettings = {
    databases,
    secrets,
    urls,
    dataDir,
    root,
    publicOrigins: publicOriginsOf(8080),
  };
  const parts = partsOf(folder);
  try {
    await migrateServices(serviceNames, { ...settings, env: WITHOUT_FLOOR });
    const processes = await startServiceProcesses(serviceNames, settings);
    await fill(settings, processes);
    const servers = { ...(await testServers()), databasePrefix: prefix, stop: async () => undefined };
    await backUp(servers, dataDir, parts.backup);
    await removeOtherSecrets(parts.backup);
    const jobs = await readJobs(databases);
    await writeValues(parts.jobs, jobs);
    // Pending events are delivered to the dumped release first. Later releases must then give the same
    // answers as the dumped release.
    const again = await startServiceProcesses(serviceNames, settings);
    try {
      await settle(settings);
      const campus = createCampusClient(urls, { send: sendPatiently });
      const signedIn = await signInAll(campus, Object.keys(people) as PersonName[]);
      const answers = await askEverything(createAsk(urls), signedIn);
      await writeValues(parts.answers, answers);
      return `${jobs.length} events on the bus, ${answers.length} answers`;
    } finally {
      await Promise.all(again.map((process) => process.stop()));
    }
  } finally {
    await drop();
  }
};
