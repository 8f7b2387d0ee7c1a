import { setTimeout as pause } from 'node:timers/promises';
import type { Supervised, System } from '@qr-attendance/stack';
import type { Bench, Conditions, Findings } from '../bench.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { createTakeMarks } from '../load/prepared-marks.ts';
import { showMs, showShare } from '../measure/format.ts';
import { readUsage } from '../measure/processes.ts';
import { median, spread } from '../measure/statistics.ts';
import { fillCampus } from '../world/fill-campus.ts';
import { startWorld } from '../world/start-world.ts';
import { measureStarts, type Starts } from './measure-starts.ts';

const FULL = { rounds: 5, restMs: 10_000, loadMs: 15_000, students: 300, marks: 12_000 };
const SHORT = { rounds: 2, restMs: 1_000, loadMs: 1_000, students: 20, marks: 60 };
type Size = typeof FULL;
const COURSES = 5;
const LOOK_EVERY_MS = 500;
const showTimes = (times: number[]): string[] =>
  times.length > 0 ? [showMs(median(times)), showShare(spread(times))] : ['not measured', ''];
const MEGABYTES = (value: number): string => `${value.toFixed(0)} MB`;

type Memory = Map<string, number>;
const readMemory = async (processes: Record<string, Supervised>): Promise<Memory> =>
  new Map([...(await readUsage({ processes }))].map(([name, { memory }]) => [name, memory]));

const watchMemory = async (processes: Record<string, Supervised>, work: () => Promise<unknown>) => {
  const most: Memory = new Map();
  let done = false;
  const watching = (async () => {
    while (!done) {
      for (const [name, memory] of await readMemory(processes))
        most.set(name, Math.max(memory, most.get(name) ?? 0));
      await pause(LOOK_EVERY_MS);
    }
  })();
  await work();
  done = true;
  await watching;
  return most;
};

const describe = (
  together: number,
  starts: Map<string, Starts>,
  memory: { rest: Memory; load: Memory },
): Findings => {
  const total = (of: Memory) => [...of.values()].reduce((sum, one) => sum + one, 0);
  return {
    tables: [
      {
        title: 'From its start until a process is ready, and its memory',
        heads: [
          '',
          'warm, ms',
          'spread',
          'cold, ms',
          'spread',
          'read when cold',
          'memory at rest',
          'at most under load',
        ],
        rows: [
          ...[...starts].map(([name, { warm, cold, read }]) => [
            name,
            ...showTimes(warm),
            ...showTimes(cold),
            read.length > 0 ? MEGABYTES(median(read) / 2 ** 20) : '',
            MEGABYTES(memory.rest.get(name) ?? NaN),
            MEGABYTES(memory.load.get(name) ?? NaN),
          ]),
          [
            'all together, on empty databases, migrations included',
            showMs(together),
            ...['', '', '', ''],
            MEGABYTES(total(memory.rest)),
            MEGABYTES(total(memory.load)),
          ],
        ],
      },
    ],
    goals: [],
  };
};

const measure = async (system: System, together: number, size: Size, log: Conditions['log']) => {
  const { processes, starts } = await measureStarts(system, size.rounds, log);
  try {
    await pause(size.restMs);
    const rest = await readMemory(processes);
    const campus = await fillCampus(system, { students: size.students, courses: COURSES }, log);
    const requests = await createTakeMarks(system, campus)(size.marks);
    const load = await watchMemory(processes, () =>
      runClosedLoop({
        url: system.url,
        connections: 48,
        requests: requests.values(),
        ms: size.loadMs,
        wanted: 201,
      }),
    );
    await campus.close();
    return describe(together, starts, { rest, load });
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
