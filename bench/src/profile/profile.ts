import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Conditions } from '../bench.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { makeTakeMarks } from '../load/prepared-marks.ts';
import { showShare } from '../measure/format.ts';
import type { Table } from '../measure/table.ts';
import { fillCampus } from '../world/fill-campus.ts';
import { startWorld } from '../world/start-world.ts';
import { costsByFunction, costsByOwner } from './costs.ts';
import { readProfile } from './read-profile.ts';

const PROFILED = ['attendance', 'gateway'] as const;
const FULL = { students: 200, courses: 10, marks: 12_000, warmUp: 4_000, connections: 48 };
const SHORT = { students: 20, courses: 2, marks: 100, warmUp: 20, connections: 16 };
const SHOWN = 12;
/** Where the profiles stay, for any viewer of V8's. */
const FOLDER = '.data/bench';

const profiled = (folder: string, name: string) => ({
  NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-name=${name}.cpuprofile`,
});

/** Marks under load, and stops the system, which makes the profiler write. @returns when marking began, and how many there were */
const markUnderProfiler = async (
  env: Record<string, Record<string, string>>,
  size: typeof FULL,
  tell: Conditions['tell'],
): Promise<{ began: number; done: number }> => {
  const system = await startWorld({ env });
  try {
    const campus = await fillCampus(system, size, tell);
    const take = makeTakeMarks(system, campus);
    const [warmUp, marks] = [await take(size.warmUp), await take(size.marks)];
    const { url } = system;
    const run = (requests: typeof marks) =>
      runClosedLoop({
        url,
        connections: size.connections,
        requests: requests.values(),
        ms: 60_000,
        wanted: 201,
      });
    await run(warmUp);
    const began = performance.now();
    const { perSecond, latencies } = await run(marks);
    tell(`${latencies.length} marks, ${perSecond.toFixed(0)} a second with the profiler on`);
    await campus.close();
    return { began, done: latencies.length };
  } finally {
    await system.stop();
  }
};

/** Marks under load with the profiler on: where the time of a mark goes. */
export const profile: Bench = {
  name: 'profile',
  about: 'where does the time of a mark go?',
  run: async ({ short, tell }) => {
    const size = short ? SHORT : FULL;
    const folder = await mkdtemp(join(tmpdir(), 'qr-profile-'));
    const env = Object.fromEntries(PROFILED.map((name) => [name, profiled(folder, name)]));
    const { began, done } = await markUnderProfiler(env, size, tell);
    const lastMs = performance.now() - began;
    const tables: Table[] = [];
    for (const name of PROFILED) {
      const root = await readProfile(join(folder, `${name}.cpuprofile`), lastMs);
      const owners = costsByOwner(root);
      const all = owners.reduce((sum, { ms }) => sum + ms, 0);
      const row = (ms: number) => [showShare(ms / all), `${((ms / done) * 1_000).toFixed(0)} µs`];
      tables.push(
        {
          title: `${name}: time by package or file (${((all / done) * 1_000).toFixed(0)} µs a mark)`,
          heads: ['whose code', 'share', 'a mark'],
          rows: owners.slice(0, SHOWN).map(({ owner, ms }) => [owner, ...row(ms)]),
        },
        {
          title: `${name}: time by function`,
          heads: ['function', 'whose code', 'share', 'a mark'],
          rows: costsByFunction(root)
            .slice(0, SHOWN)
            .map(({ name: called, owner, ms }) => [called, owner, ...row(ms)]),
        },
      );
      await copyFile(join(folder, `${name}.cpuprofile`), join(FOLDER, `${name}.cpuprofile`));
    }
    await rm(folder, { recursive: true, force: true });
    return { tables, goals: [] };
  },
};
