import { join } from 'node:path';
import type { DestinationStream } from '@qr-attendance/observability';
import { type Program, type ProcessConfig, startProgram } from '@qr-attendance/server';
import { processEnvironment, ROOT, type ServiceName } from '@qr-attendance/stack';
import type { z } from 'zod';
import { untilReady } from './service-process.ts';

type AnyProgram = Program<z.ZodType<ProcessConfig>>;

const programOf = async (name: ServiceName): Promise<AnyProgram> => {
  const load = <Module>(file: string) => import(join(ROOT, 'services', name, 'src', file)) as Promise<Module>;
  const [{ startApp }, { configSchema }] = await Promise.all([
    load<{ startApp: AnyProgram['start'] }>('app.ts'),
    load<Pick<AnyProgram, 'configSchema'>>('config.ts'),
  ]);
  return { name, configSchema, start: startApp };
};

export interface ServiceInProcess {
  url: string;
  log: () => string;
  stop: () => Promise<void>;
  kill?: undefined;
}

/**
 * Starts a service inside the test's process and waits until it is ready; this costs less than a tenth of a
 * separate process.
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
