import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  gatewayEnvironment,
  serviceEnvironment,
  serviceNames,
  type Supervised,
  superviseNode,
  type System,
} from '@qr-attendance/stack';
import { eventually } from '@qr-attendance/test-kit';
import type { Conditions } from '../bench.ts';
import { showMs } from '../measure/format.ts';
import { dropFromPageCache } from '../measure/page-cache.ts';
import { median } from '../measure/statistics.ts';
import { UNLIMITED_GATEWAY } from '../world/start-world.ts';

const SHARED = ['node_modules', 'packages'];

interface Program {
  name: string;
  entry: string;
  url: string;
  environment: Record<string, string>;
}

const programsOf = (system: System): Program[] => {
  const { url, urls } = system;
  const services = serviceNames.map((name) => ({
    name,
    entry: `services/${name}/src/main.ts`,
    url: urls[name],
    environment: serviceEnvironment(name, system),
  }));
  const port = Number(new URL(url).port);
  const environment = { ...gatewayEnvironment({ urls, host: '127.0.0.1', port }), ...UNLIMITED_GATEWAY };
  return [
    ...services,
    { name: 'gateway', entry: 'gateway/src/main.ts', url: `http://127.0.0.1:${port}`, environment },
  ];
};

const start = async ({ name, entry, url, environment }: Program, dataDir: string) => {
  const began = performance.now();
  const process = await superviseNode(name, entry, environment, dataDir);
  await eventually(async () => {
    const { status } = await fetch(`${url}/readyz`);
    if (status !== 200) throw new Error(`${name} answers ${status}`);
  });
  return { process, ms: performance.now() - began };
};

export interface Starts {
  /** Durations in ms with all files in memory. */
  warm: number[];
  /** Durations with its files on the disk; empty if they cannot be evicted from memory. */
  cold: number[];
  /** Bytes read from the disk by each cold start. */
  read: number[];
}

/** Bytes read from the disk so far. Linux only. */
const readFromDisk = async ({ pid }: Supervised): Promise<number> => {
  const [, bytes] = /^read_bytes: (\d+)$/m.exec(await readFile(`/proc/${pid()}/io`, 'utf8')) ?? [];
  return Number(bytes);
};

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;

export const measureStarts = async (system: System, rounds: number, log: Conditions['log']) => {
  const processes: Record<string, Supervised> = { ...system.processes };
  const starts = new Map<string, Starts>();
  const dropped = await dropFromPageCache(SHARED);
  log(
    dropped
      ? `${megabytes(dropped.before)} of files in memory, ${megabytes(dropped.after)} after they were dropped`
      : 'no cold starts: dd and fincore are needed to drop files from memory',
  );
  for (const program of programsOf(system)) {
    const { name, entry } = program;
    const restart = async (prepare = async (): Promise<unknown> => undefined) => {
      await processes[name]?.stop();
      await prepare();
      const { process, ms } = await start(program, system.dataDir);
      processes[name] = process;
      return { process, ms };
    };
    const [warm, cold, read]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      if (dropped) {
        const { process, ms } = await restart(() => dropFromPageCache([...SHARED, dirname(dirname(entry))]));
        cold.push(ms);
        read.push(await readFromDisk(process));
      }
      warm.push((await restart()).ms);
    }
    starts.set(name, { warm, cold, read });
    log(`${name} is ready after ${showMs(median(warm))} ms, cold after ${showMs(median(cold))}`);
  }
  return { processes, starts };
};
