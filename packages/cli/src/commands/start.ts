import { fillDemoCampus } from '@qr-attendance/demo';
import {
  buildAll,
  describeAccess,
  storeCertificate,
  type Lan,
  mailDirOf,
  readCertificate,
  startSystem,
  type System,
} from '@qr-attendance/stack';
import { recordAccess } from '../events/access.ts';
import { endOnSignals } from './end-on-signals.ts';
import { claimDataFolder } from './only-one.ts';
import { authEnvironment, readOptions, type StartOptions } from './options.ts';
import { ensurePortIsFree } from './port.ts';
import { createPrintStep } from './progress.ts';
import { reportFailure } from './report-failure.ts';

const prepareLan = async ({ lan: host, DATA_DIR, TLS_CERT_FILE, TLS_KEY_FILE }: StartOptions) => {
  if (host === undefined) return undefined;
  const isGiven = TLS_CERT_FILE !== undefined && TLS_KEY_FILE !== undefined;
  const certificate = isGiven
    ? await readCertificate(TLS_CERT_FILE, TLS_KEY_FILE, host)
    : await storeCertificate(DATA_DIR, host);
  return { host, certificate };
};

const printNextStep = async (
  { PORT, demo, SMTP_URL, DATA_DIR }: StartOptions,
  { url }: System,
  lan: Lan | undefined,
) => {
  const address = lan ? new URL(`https://${lan.host}:${PORT}`).origin : url;
  const first = demo
    ? 'sign in as one of these'
    : 'register as a teacher, create a course and choose Generate QR';
  console.log(`\nReady: ${address}\n`);
  if (lan) console.log(`${await describeAccess(address, lan)}\n`);
  console.log(`Next: open it, ${first}.`);
  if (!SMTP_URL)
    console.log(`Emails, such as links to choose a new password, are written to ${mailDirOf(DATA_DIR)}`);
  console.log('Ctrl-C stops everything and keeps the data.\n');
};

const start = async (signal: AbortSignal): Promise<System> => {
  const options = readOptions();
  const printStep = createPrintStep(signal);
  console.log('QR Attendance System\n');
  await ensurePortIsFree(options.HOST, options.PORT);
  await claimDataFolder(options.DATA_DIR);
  const lan = await prepareLan(options);
  await printStep('Building what changed', buildAll);
  signal.throwIfAborted();
  const system = await startSystem({
    dataDir: options.DATA_DIR,
    host: options.HOST,
    port: options.PORT,
    lan,
    postgresUrl: options.DATABASE_URL,
    mongoUrl: options.MONGODB_URL,
    kafka: options.kafka,
    env: { auth: authEnvironment(options) },
    step: printStep,
    signal,
  });
  try {
    await recordAccess(options.DATA_DIR, system);
    if (options.demo)
      await printStep('Filling the demo campus', () => fillDemoCampus(system)).then(console.log);
    signal.throwIfAborted();
    await printNextStep(options, system, lan);
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
  // If the user ends the command during start-up, failures to start are not reported.
  if (ending.signal.aborted) process.exit(0);
  reportFailure(error);
  process.exit(1);
}
