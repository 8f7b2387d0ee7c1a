import { restore } from '../backup/restore.ts';
import { readBackupOptions } from './backup-options.ts';
import { endOnSignals } from './end-on-signals.ts';
import { claimDataFolder } from './only-one.ts';
import { reportFailure } from './report-failure.ts';

endOnSignals().signal.addEventListener('abort', () => process.exit(1));
try {
  const options = readBackupOptions('restore');
  await claimDataFolder(options.dataDir);
  const aside = await restore(options);
  console.log(`\nRestored ${options.folder} to ${options.dataDir}`);
  if (aside) console.log(`The previous data is in ${aside}; delete it when it is no longer needed.`);
  console.log('Next: npm start, then docs/operations/backup.md, "After a restore".\n');
  process.exit(0);
} catch (error) {
  reportFailure(error, 'The restore failed');
  process.exit(1);
}
