import { buildAll } from '../build/build-all.ts';
import { fillDemoCampus } from '../demo/fill-demo-campus.ts';
import { startSystem, type System } from '../system/start-system.ts';
import { endOnSignals } from './end-on-signals.ts';
import { claimDataFolder } from './only-one.ts';
import { readOptions } from './options.ts';
import { ensurePortIsFree } from './port.ts';
import { makePrintStep } from './progress.ts';
import { reportFailure } from './report-failure.ts';

const tellNextStep = ({ url }: System, demo: boolean) => {
  const first = demo
    ? 'sign in as one of these'
    : 'register as a teacher, create a course and choose Generate QR';
  console.log(`\nReady: ${url}\n`);
  console.log(`Next: open it, ${first}.`);
  console.log('Ctrl-C stops everything; the data stays.\n');
};

const start = async (signal: AbortSignal): Promise<System> => {
  const options = readOptions();
  const printStep = makePrintStep(signal);
  console.log('QR Attendance System\n');
  await ensurePortIsFree(options.HOST, options.PORT);
  await claimDataFolder(options.DATA_DIR);
  await printStep('Building what changed', buildAll);
  signal.throwIfAborted();
  const system = await startSystem({
    dataDir: options.DATA_DIR,
    host: options.HOST,
    port: options.PORT,
    postgresUrl: options.DATABASE_URL,
    mongoUrl: options.MONGODB_URL,
    step: printStep,
    signal,
  });
  try {
    if (options.demo)
      await printStep('Filling the demo campus', () => fillDemoCampus(system)).then(console.log);
    signal.throwIfAborted();
    tellNextStep(system, options.demo);
    return system;
  } catch (error) {
    await system.stop();
    throw error;
  }
};

const ending = endOnSignals();
try {
  const system = await start(ending.signal);
  await ending.asked;
  await system.stop();
  process.exit(0);
} catch (error) {
  // Who asks for the end while things start has nothing to be told about what did not start.
  if (ending.signal.aborted) process.exit(0);
  reportFailure(error);
  process.exit(1);
}
