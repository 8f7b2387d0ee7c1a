import { areaNames } from '@qr-attendance/contracts/areas';
import { retireIdentityProvider, startDemo } from '@qr-attendance/demo';
import {
  buildFrontends,
  ensureFolder,
  freePort,
  generatePrismaClient,
  publicOriginsOf,
  reportCrashes,
  restrictAccess,
  restartOnChange,
  startDevServers,
  startSystem,
  type Step,
  type System,
} from '@qr-attendance/stack';
import { recordAccess } from '../events/system-access.ts';
import { chooseCampus } from '../settings/ask-campus.ts';
import { readGivenSettings } from '../settings/process-settings.ts';
import { readDevOptions, type DevOptions } from './dev-options.ts';
import { endOnSignals } from './end-on-signals.ts';
import { claimDataFolder } from './only-one.ts';
import { installHooks } from './install-hooks.ts';
import { mailEnvironment, readSettings, refuseSecondFactor, type Settings } from './options.ts';
import { ensurePortIsFree } from './port.ts';
import { createPrintStep } from './progress.ts';
import { reportFailure } from './report-failure.ts';

const startOwnSystem = async (
  { areas: wanted, demo }: DevOptions,
  settings: Settings,
  printStep: Step,
  signal: AbortSignal,
): Promise<System> => {
  const others = areaNames.filter((area) => !wanted.includes(area)).map((area) => `mfe-${area}` as const);
  await claimDataFolder(settings.DATA_DIR);
  await ensurePortIsFree('127.0.0.1', settings.PORT);
  await chooseCampus(settings.DATA_DIR, { demo, terminal: undefined, env: process.env, signal });
  await printStep('Building what is not worked on', async (report) => {
    await generatePrismaClient();
    await buildFrontends(undefined, others, report);
  });
  const origins = { PUBLIC_ORIGINS: publicOriginsOf(settings.PORT).join(',') };
  const { passed, ignored } = readGivenSettings(process.env, { kafka: false, lan: false });
  if (demo) refuseSecondFactor(passed.auth?.['SECOND_FACTOR_REQUIRED']);
  for (const sentence of ignored) console.log(sentence);
  const system = await startSystem({
    dataDir: settings.DATA_DIR,
    port: await freePort(),
    shellUrl: `http://127.0.0.1:${settings.PORT}`,
    postgresUrl: settings.DATABASE_URL,
    mongoUrl: settings.MONGODB_URL,
    env: {
      ...passed,
      auth: { ...passed.auth, ...mailEnvironment(settings), ...origins },
      attendance: { ...passed.attendance, ...origins },
    },
    step: printStep,
    signal,
  });
  await recordAccess(settings.DATA_DIR, system, `http://localhost:${settings.PORT}`);
  return system;
};

const start = async (signal: AbortSignal): Promise<() => Promise<void>> => {
  const options = readDevOptions();
  const settings = readSettings();
  console.log('QR Attendance System, for development\n');
  const printStep = createPrintStep(signal);
  await installHooks();
  await ensureFolder(settings.DATA_DIR);
  await restrictAccess(settings.DATA_DIR);
  if (options.against !== undefined) await ensurePortIsFree('127.0.0.1', settings.PORT);
  const system =
    options.against === undefined ? await startOwnSystem(options, settings, printStep, signal) : undefined;
  const processes = Object.values(system?.processes ?? {});
  reportCrashes(processes, console.log);
  const stopWatching = restartOnChange(processes, console.log);
  let stopDemo: () => Promise<void> = async () => undefined;
  const stop = async () => {
    stopWatching();
    await stopDemo();
    await system?.stop();
  };
  try {
    if (system && options.demo) {
      const origin = `http://localhost:${settings.PORT}`;
      const demo = await printStep('Filling the demo campus', (report) =>
        startDemo(system, { origin, report }),
      );
      stopDemo = demo.stop;
      console.log(demo.text);
    } else if (system) await retireIdentityProvider(system);
    const servers = await printStep('Starting the dev servers', () =>
      startDevServers({
        areas: options.areas,
        port: settings.PORT,
        systemUrl: options.against ?? system?.url ?? '',
        dataDir: settings.DATA_DIR,
        print: console.log,
        signal,
      }),
    );
    console.log(`\nReady: http://localhost:${settings.PORT}\n`);
    console.log(
      'Saving a component updates the open page; saving a service restarts it. Errors appear here.',
    );
    console.log('Ctrl-C stops everything and keeps the data.\n');
    return async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await stop();
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

const ending = endOnSignals();
try {
  const stop = await start(ending.signal);
  await ending.asked;
  await stop();
  process.exit(0);
} catch (error) {
  if (ending.signal.aborted) process.exit(0);
  reportFailure(error);
  process.exit(1);
}
