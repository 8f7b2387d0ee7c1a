import { StartError } from '@qr-attendance/stack';
import { saveStores } from '../backup/back-up.ts';
import { expiredBackups, nameOfBackup, openBucket, type Bucket } from '../backup/bucket.ts';
import { countRecords } from '../backup/contents.ts';
import { raiseVersions } from '../backup/raise-versions.ts';
import { rehearse } from '../backup/rehearse.ts';
import { replaceData } from '../backup/replace-data.ts';
import { readBackupsCommand, type BackupsCommand } from './backups-options.ts';
import { runCommand } from './run-command.ts';

const find = async (bucket: Bucket, wanted: string): Promise<string> => {
  const names = await bucket.list();
  const found = wanted === 'latest' ? names.at(-1) : names.find((name) => name === wanted);
  if (found === undefined)
    throw new StartError(`There is no ${wanted === 'latest' ? 'backup' : `backup ${wanted}`} in the bucket.`);
  return found;
};

const run = async (command: BackupsCommand): Promise<void> => {
  if (command.name === 'raise-versions') {
    await raiseVersions(command.urls);
    console.log(
      `Raised the versions of ${Object.keys(command.urls).join(', ')}. Start the services and replay.`,
    );
    return;
  }
  const bucket = openBucket(command.bucket);
  switch (command.name) {
    case 'take': {
      const name = nameOfBackup(new Date());
      const manifest = await saveStores(command.urls, bucket.files(name));
      await bucket.writeManifest(name, manifest);
      console.log(`Saved ${countRecords(manifest)} records as ${name}.`);
      for (const old of expiredBackups(await bucket.list(), command.keepDays, new Date())) {
        await bucket.remove(old);
        console.log(`Deleted ${old}, older than ${command.keepDays} days.`);
      }
      return;
    }
    case 'list': {
      const names = await bucket.list();
      console.log(names.length > 0 ? names.join('\n') : 'There is no backup in the bucket.');
      return;
    }
    case 'restore': {
      const name = await find(bucket, command.backup);
      const manifest = await bucket.readManifest(name);
      await replaceData(command.urls, { manifest, files: bucket.files(name), force: command.force });
      console.log(`Restored ${countRecords(manifest)} records of ${name}.`);
      console.log('Next: docs/operations/backup.md, "On Kubernetes".');
      return;
    }
    case 'rehearse': {
      const name = await find(bucket, command.backup);
      const manifest = await bucket.readManifest(name);
      console.log(`Rehearsing the restore of ${name}: ${countRecords(manifest)} records.`);
      const { servers, replayMinutes } = command;
      const replayWithinMs = replayMinutes * 60_000;
      await rehearse({ servers, files: bucket.files(name), manifest, replayWithinMs, report: console.log });
    }
  }
};

await runCommand(() => run(readBackupsCommand()));
