import { buildAll } from '../build/build-all.ts';
import { fillDemoCampus } from '../demo/fill-demo-campus.ts';
import { StartError } from '../start-error.ts';
import { startSystem } from '../system/start-system.ts';
import { claimDataFolder } from './only-one.ts';
import { readOptions } from './options.ts';
import { ensurePortIsFree } from './port.ts';
import { printStep } from './progress.ts';

const start = async (): Promise<void> => {
  const options = readOptions();
  console.log('QR Attendance System\n');
  await ensurePortIsFree(options.HOST, options.PORT);
  const release = await claimDataFolder(options.DATA_DIR);

  let stopping: Promise<void> | undefined;
  let stopSystem = async (): Promise<void> => undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    console.log(`\n${signal === 'SIGINT' ? 'Stopping (once more: at once)' : 'Stopping'} …`);
    stopping = stopSystem()
      .then(release)
      .then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

  try {
    await printStep('Building what changed', buildAll);
    const starting = startSystem({
      dataDir: options.DATA_DIR,
      host: options.HOST,
      port: options.PORT,
      postgresUrl: options.DATABASE_URL,
      mongoUrl: options.MONGODB_URL,
      step: printStep,
    });
    stopSystem = async () => (await starting.catch(() => undefined))?.stop();
    const system = await starting;
    if (options.demo)
      await printStep('Filling the demo campus', () => fillDemoCampus(system)).then(console.log);
    console.log(`\nReady: ${system.url}\n`);
    console.log('Next: open it, register as a teacher, create a course and choose Generate QR.');
    console.log('Ctrl-C stops everything; the data stays.\n');
  } catch (error) {
    await release();
    throw error;
  }
};

try {
  await start();
} catch (error) {
  if (error instanceof StartError) console.error(`\n${error.message}`);
  else
    console.error(`\nThe system could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
