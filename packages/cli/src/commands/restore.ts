import { restore } from '../backup/restore.ts';
import { readBackupOptions } from './backup-options.ts';
import { claimDataFolder } from './only-one.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const options = readBackupOptions('restore');
  await claimDataFolder(options.dataDir);
  const aside = await restore(options);
  console.log(`\nRestored ${options.folder} to ${options.dataDir}`);
  if (aside) console.log(`The previous data is in ${aside}; delete it when it is no longer needed.`);
  console.log('Next: npm start, then docs/operations/backup.md, "After a restore".\n');
}, 'The restore failed');
