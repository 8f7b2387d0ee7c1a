import { join } from 'node:path';
import type { DestinationStream } from '@qr-attendance/observability';
import { type Program, type ProcessConfig, startProgram } from '@qr-attendance/server';
import { processEnvironment, ROOT, type ServiceName } from '@qr-attendance/stack';
import type { z } from 'zod';
import { untilReady } from './service-process.ts';

type AnyProgram = Program<z.ZodType<ProcessConfig>>;

/** The modules by which a service's main file starts it. */
const programOf = async (name: ServiceName): Promise<AnyProgram> => {
  const load = <Module>(file: string) => import(join(ROOT, 'services', name, 'src', file)) as Promise<Module>;
  const [{ startApp }, { configSchema }] = await Promise.all([
    load<{ startApp: AnyProgram['start'] }>('app.ts'),
    load<Pick<AnyProgram, 'configSchema'>>('config.ts'),
  ]);
  return { name, configSchema, start: startApp };
};

/** A service that runs inside the test's process. */
export interface ServiceInProcess {
  url: string;
  /** Everything it has written so far. */
  log: () => string;
  stop: () => Promise<void>;
  /** Only a process can be killed. */
  kill?: undefined;
}

/**
 * Starts a service inside the test's own process, as its main file does, and waits until it is ready: less than a tenth
 * of the work of a process.
 * @param env its settings; a free port of this machine unless they name one
 */
export const startInProcess = async (
  name: ServiceName,
  env: Record<string, string>,
  { logTo }: { logTo?: DestinationStream } = {},
): Promise<ServiceInProcess> => {
  const lines: string[] = [];
  const keep: DestinationStream = { write: (line) => void lines.push(line.trimEnd()) };
  const { port, stop } = await startProgram(await programOf(name), {
    env: processEnvironment({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...env }),
    logTo: logTo ?? keep,
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url);
  return { url, log: () => lines.join('\n'), stop };
};
