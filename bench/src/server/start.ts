import { setTimeout as pause } from 'node:timers/promises';
import {
  gatewayEnvironment,
  serviceEnvironment,
  serviceNames,
  type SupervisedProcess,
  superviseNode,
  type System,
  waitUntilReady,
} from '@qr-attendance/stack';
import type { Bench, Findings } from '../bench.ts';
import { createTakeMarks } from '../load/prepared-marks.ts';
import { openPool, send } from '../load/send.ts';
import { formatMs } from '../measure/format.ts';
import { readUsage } from '../measure/processes.ts';
import { formatFigures } from '../measure/goals.ts';
import { fillCampus } from '../world/fill-campus.ts';
import { startWorld, UNLIMITED_GATEWAY } from '../world/start-world.ts';

const FULL = { rounds: 5, restMs: 10_000, students: 300, marks: 6_000 };
const SHORT = { rounds: 2, restMs: 1_000, students: 20, marks: 60 };
type Size = typeof FULL;
const COURSES = 5;
const CONNECTIONS = 48;
const SAMPLE_MS = 500;

interface Program {
  name: string;
  entry: string;
  url: string;
  environment: Record<string, string>;
}

const programsOf = (system: System): Program[] => {
  const { url, urls } = system;
  const port = Number(new URL(url).port);
  return [
    ...serviceNames.map((name) => ({
      name,
      entry: `services/${name}/src/main.ts`,
      url: urls[name],
      environment: serviceEnvironment(name, system),
    })),
    {
      name: 'gateway',
      entry: 'gateway/src/main.ts',
      url: `http://127.0.0.1:${port}`,
      environment: { ...gatewayEnvironment({ urls, host: '127.0.0.1', port }), ...UNLIMITED_GATEWAY },
    },
  ];
};

const measureStarts = async (system: System, rounds: number) => {
  const processes: Record<string, SupervisedProcess> = { ...system.processes };
  const times = new Map<string, number[]>();
  for (const { name, entry, url, environment } of programsOf(system))
    for (let round = 0; round < rounds; round++) {
      await processes[name]?.stop();
      const began = performance.now();
      const started = await superviseNode(name, entry, environment, system.dataDir);
      await waitUntilReady(started, url, system);
      processes[name] = started;
      times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
    }
  return { processes, times };
};

type Memory = Map<string, number>;
const readMemory = async (processes: Record<string, SupervisedProcess>): Promise<Memory> =>
  new Map([...(await readUsage({ processes }))].map(([name, { memory }]) => [name, memory]));

const watchMemory = async (processes: Record<string, SupervisedProcess>, work: Promise<unknown>) => {
  const most: Memory = new Map();
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    for (const [name, memory] of await readMemory(processes))
      most.set(name, Math.max(memory, most.get(name) ?? 0));
    await pause(SAMPLE_MS);
  }
  await done;
  return most;
};

const describe = (
  together: number,
  times: Map<string, number[]>,
  { rest, load }: { rest: Memory; load: Memory },
): Findings => {
  const megabytes = (value = NaN) => `${value.toFixed(0)} MB`;
  const total = (memory: Memory) => megabytes([...memory.values()].reduce((sum, one) => sum + one, 0));
  return {
    tables: [
      {
        title: 'From its start until a process is ready, and its memory',
        heads: ['', 'ms (each round)', 'at rest', 'at most under load'],
        rows: [
          ...[...times].map(([name, starts]) => [
            name,
            formatFigures(starts, formatMs),
            megabytes(rest.get(name)),
            megabytes(load.get(name)),
          ]),
          ['all together, with databases and migrations', formatMs(together), total(rest), total(load)],
        ],
      },
    ],
    goals: [],
  };
};

const measure = async (
  system: System,
  together: number,
  size: Size,
  log: (text: string) => void,
): Promise<Findings> => {
  const { processes, times } = await measureStarts(system, size.rounds);
  try {
    await pause(size.restMs);
    const rest = await readMemory(processes);
    const campus = await fillCampus(system, { students: size.students, courses: COURSES }, log);
    const marks = await createTakeMarks(system, campus)(size.marks);
    const pool = openPool(system.url, CONNECTIONS);
    const load = await watchMemory(processes, Promise.all(marks.map((mark) => send(pool, mark))));
    await pool.close();
    await campus.close();
    return describe(together, times, { rest, load });
  } finally {
    for (const process of Object.values(processes).toReversed()) await process.stop();
  }
};

export const startBench: Bench = {
  name: 'start',
  about: 'how soon is each process ready, and how much memory does it take?',
  run: async ({ short, log }) => {
    const began = performance.now();
    const system = await startWorld();
    try {
      return await measure(system, performance.now() - began, short ? SHORT : FULL, log);
    } finally {
      await system.stop();
    }
  },
};
