import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { showShare } from '../measure/format.ts';
import { formatTable, type Table } from '../measure/table.ts';
import { costsByFunction, costsByOwner } from './costs.ts';
import { callTree, splitActivity, totalMs, type Activity } from './read-profile.ts';
import { takeProfiles, type Size } from './take-profiles.ts';

/** All through which a scan and a mark go, and who hears of it by its event. */
const PROFILED = ['attendance', 'gateway', 'auth', 'session'];
const FULL: Size = { students: 200, courses: 10, warmUps: 1, sittings: 3, connections: 48 };
const SHORT: Size = { students: 20, courses: 2, warmUps: 1, sittings: 3, connections: 16 };
const SHOWN = 12;
/** Where profiles and tables stay. */
const FOLDER = '.data/bench';

const micro = (ms: number, marks: number): string => `${((ms / marks) * 1_000).toFixed(0)} µs`;

/** What a student's scan and mark cost each process. */
const overview = (found: Map<string, Activity>, cpuMs: Map<string, number>, marks: number): Table => ({
  title: 'What a scan and a mark cost each process',
  heads: ['', 'JavaScript and what it calls', 'event loop and engine', 'idle', 'CPU, all threads'],
  rows: [...found].map(([name, { work, programMs, idleMs }]) => [
    name,
    micro(totalMs(work), marks),
    micro(programMs, marks),
    showShare(idleMs / (totalMs(work) + programMs + idleMs)),
    micro(cpuMs.get(name) ?? NaN, marks),
  ]),
});

const tablesOf = (name: string, { work }: Activity, marks: number): Table[] => {
  const all = totalMs(work);
  const cells = (ms: number) => [showShare(ms / all), micro(ms, marks)];
  return [
    {
      title: `${name}: time by package or file, with what Node does for it (${micro(all, marks)} a student)`,
      heads: ['whose code', 'share', 'a student', 'of it in Node'],
      rows: costsByOwner(work)
        .slice(0, SHOWN)
        .map(({ owner, ms, inNodeMs }) => [owner, ...cells(ms), micro(inNodeMs, marks)]),
    },
    {
      title: `${name}: time by function`,
      heads: ['function', 'whose code', 'share', 'a student'],
      rows: costsByFunction(work)
        .slice(0, SHOWN)
        .map(({ name: called, owner, ms }) => [called, owner, ...cells(ms)]),
    },
  ];
};

/** Scans and marks under load with the profiler on: where the time of a student goes. */
export const profile: Bench = {
  name: 'profile',
  about: 'where does the time of a scan and a mark go?',
  run: async ({ short, tell }) => {
    const size = short ? SHORT : FULL;
    const { done, cpuMs, profiles } = await takeProfiles(PROFILED, FOLDER, size, tell);
    const found = new Map([...profiles].map(([name, one]) => [name, splitActivity(callTree(one))] as const));
    for (const name of found.keys()) tell(`the profile of ${name} is ${join(FOLDER, `${name}.cpuprofile`)}`);
    const each = [...found].flatMap(([name, activity]) => tablesOf(name, activity, done));
    const tables = [overview(found, cpuMs, done), ...each];
    await writeFile(join(FOLDER, 'profile.md'), `\n${tables.map(formatTable).join('\n\n')}\n`);
    return { tables, goals: [] };
  },
};
