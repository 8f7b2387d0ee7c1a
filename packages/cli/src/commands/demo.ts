import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readContents, type Contents } from '@qr-attendance/demo';
import { loadOrCreateSecrets, mailDirOf, StartError } from '@qr-attendance/stack';
import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { urlsOf } from '../backup/connect.ts';
import { SECRETS_FILE } from '../backup/contents.ts';
import { clearExternalDatabases, DATA_ENTRIES, moveData, newSetAsideFolder } from '../backup/present-data.ts';
import { LAST_ADDRESS_FILES } from '../events/last-address.ts';
import { startServers, type ServerUrls } from '../backup/servers.ts';
import { dataFolder } from './data-folder.ts';
import { claimDataFolder } from './only-one.ts';
import { runCommand } from './run-command.ts';

interface Removal {
  force: boolean;
}

const readRemoval = (): Removal | undefined => {
  let removal: Removal | undefined;
  const program = createCommandLine('npm run demo --', 'Handles demo data.').executableDir(
    import.meta.dirname,
  );
  program
    .command('remove')
    .description(
      'removes the demo campus of npm start -- --demo, so that the next start is empty; the system must not run',
    )
    .option('--force', 'also removes what other people added, and sets it aside')
    .action(({ force = false }) => {
      removal = { force };
    });
  program.command('campus', 'writes a made-up campus as files to import', { executableFile: 'campus.ts' });
  parseCommandLine(program);
  return removal;
};

const ensureDemo = ({ demoPeople, otherPeople }: Contents, dataDir: string, force: boolean): void => {
  if (demoPeople === 0) throw new StartError(`There is no demo campus in ${dataDir}. Nothing was changed.`);
  if (otherPeople > 0 && !force)
    throw new StartError(
      `Besides the demo campus, ${dataDir} contains ${otherPeople} ${otherPeople === 1 ? 'person' : 'people'} and what they did. Nothing was changed; --force removes everything and sets it aside.`,
    );
};

const removeData = async (dataDir: string, contents: Contents): Promise<string | undefined> => {
  // No device is registered any more, so the next start warns of no address.
  for (const name of LAST_ADDRESS_FILES) await rm(join(dataDir, name), { force: true });
  if (contents.otherPeople > 0) {
    const aside = newSetAsideFolder(dataDir);
    await moveData(dataDir, aside);
    return aside;
  }
  for (const name of DATA_ENTRIES) await rm(join(dataDir, name), { recursive: true, force: true });
  await rm(mailDirOf(dataDir), { recursive: true, force: true });
  return undefined;
};

const run = async ({ force }: Removal): Promise<void> => {
  const dataDir = dataFolder();
  if (!existsSync(join(dataDir, SECRETS_FILE))) throw new StartError(`There is no data in ${dataDir}.`);
  await claimDataFolder(dataDir);
  const { DATABASE_URL: postgresUrl, MONGODB_URL: mongoUrl } = process.env;
  const given: ServerUrls = { postgresUrl, mongoUrl };
  const servers = await startServers(dataDir, await loadOrCreateSecrets(dataDir), given);
  let contents: Contents;
  try {
    contents = await readContents(urlsOf(servers));
    ensureDemo(contents, dataDir, force);
    await clearExternalDatabases(servers, given, true, async () => undefined);
  } finally {
    await servers.stop();
  }
  const aside = await removeData(dataDir, contents);
  console.log(`\nRemoved the demo campus from ${dataDir}; the next start is empty.`);
  if (aside) console.log(`All previous data is in ${aside}; delete it when it is no longer needed.`);
};

const removal = readRemoval();
if (removal) await runCommand(() => run(removal), 'The demo campus could not be removed');
