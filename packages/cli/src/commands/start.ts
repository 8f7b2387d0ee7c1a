import { retireIdentityProvider, startDemo } from '@qr-attendance/demo';
import {
  buildAll,
  chooseLanHost,
  readCertificate,
  startSystem,
  storeCertificate,
  type System,
} from '@qr-attendance/stack';
import { recordAccess } from '../events/system-access.ts';
import { readPreviousAddresses, recordAddress, type PreviousAddresses } from '../events/last-address.ts';
import { chooseCampus, findTerminal } from '../settings/ask-campus.ts';
import { endOnSignals } from './end-on-signals.ts';
import { claimDataFolder } from './only-one.ts';
import { printNextStep } from './next-step.ts';
import { mailEnvironment, readOptions, type StartOptions } from './options.ts';
import { ensurePortIsFree } from './port.ts';
import { createPrintStep } from './progress.ts';
import { reportFailure } from './report-failure.ts';

const prepareLan = async (
  { lan, DATA_DIR, TLS_CERT_FILE, TLS_KEY_FILE }: StartOptions,
  previous: PreviousAddresses,
) => {
  if (lan === undefined) return undefined;
  const choice = await chooseLanHost(lan, previous.lan && new URL(previous.lan).hostname);
  const { host } = choice;
  const isGiven = TLS_CERT_FILE !== undefined && TLS_KEY_FILE !== undefined;
  const certificate = isGiven
    ? await readCertificate(TLS_CERT_FILE, TLS_KEY_FILE, host)
    : await storeCertificate(DATA_DIR, host);
  return { ...choice, certificate };
};

const start = async (signal: AbortSignal): Promise<Pick<System, 'stop'>> => {
  const options = readOptions();
  const printStep = createPrintStep(signal);
  console.log('QR Attendance System\n');
  // The folder is claimed before the port is checked, because a running system uses both.
  await claimDataFolder(options.DATA_DIR);
  await ensurePortIsFree(options.HOST, options.PORT);
  for (const sentence of options.given.ignored) console.log(sentence);
  const { demo, DATA_DIR } = options;
  await chooseCampus(DATA_DIR, { demo, terminal: findTerminal(), env: process.env, signal });
  const previous = await readPreviousAddresses(DATA_DIR);
  const lan = await prepareLan(options, previous);
  await printStep('Building what changed', buildAll);
  const { passed } = options.given;
  signal.throwIfAborted();
  const system = await startSystem({
    dataDir: options.DATA_DIR,
    host: options.HOST,
    port: options.PORT,
    lan,
    postgresUrl: options.DATABASE_URL,
    mongoUrl: options.MONGODB_URL,
    kafka: options.kafka,
    env: {
      ...passed,
      auth: {
        // The demo's identity provider has the same certificate.
        ...(demo && lan?.certificate.isOwn && { NODE_EXTRA_CA_CERTS: lan.certificate.certFile }),
        ...passed.auth,
        ...mailEnvironment(options),
      },
    },
    step: printStep,
    signal,
  });
  let stopDemo: () => Promise<void> = async () => undefined;
  const stop = async () => {
    await stopDemo();
    await system.stop();
  };
  try {
    const address = system.publicOrigins[0] ?? system.url;
    await recordAccess(options.DATA_DIR, system, address);
    if (demo) {
      const started = await printStep('Filling the demo campus', (report) =>
        startDemo(system, { origin: address, host: options.HOST, lan, report }),
      );
      stopDemo = started.stop;
      console.log(started.text);
    } else await retireIdentityProvider(system);
    signal.throwIfAborted();
    await recordAddress(DATA_DIR, { address, lan });
    await printNextStep(options, { address, lan, previous });
    return { stop };
  } catch (error) {
    await stop();
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
  // Errors that follow from stopping during start-up are not reported.
  if (ending.signal.aborted) process.exit(0);
  reportFailure(error);
  process.exit(1);
}
