import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Conditions } from '../bench.ts';
import { phoneOf, visit } from '../load/phone.ts';
import { readUsage } from '../measure/processes.ts';
import { fillCampus } from '../world/fill-campus.ts';
import type { Lesson } from '../world/lessons.ts';
import { untilHeard } from '../world/read-sessions.ts';
import { startWorld } from '../world/start-world.ts';
import { monotonicMs, readProfile, type Profile } from './read-profile.ts';

export interface Size {
  students: number;
  courses: number;
  /** How often every student scans and marks in every course, before and under the profiler's eyes. */
  warmUps: number;
  sittings: number;
  connections: number;
}

/** V8's profiler writes as the process ends. */
const profiled = (folder: string, name: string): Record<string, string> => ({
  NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-name=${name}.cpuprofile`,
});

/** Scans and marks as fast as they go. @returns when that was, until the last event of a mark had been handled, and what was marked */
const markUnderProfiler = async (
  env: Record<string, Record<string, string>>,
  size: Size,
  tell: Conditions['tell'],
) => {
  const system = await startWorld({ env });
  try {
    const campus = await fillCampus(system, size, tell);
    const limit = pLimit(size.connections);
    const run = async (sittings: number): Promise<{ done: number; perSecond: number }> => {
      const lessons: Lesson[] = [];
      while (lessons.length < sittings * size.courses) lessons.push(...(await campus.openSessions()));
      const phones = campus.students.flatMap((student) => lessons.map(({ code }) => phoneOf(student, code)));
      const began = performance.now();
      const visits = await limit.map(phones, (phone) => visit(system.url, phone, performance.now()));
      const seconds = (performance.now() - began) / 1_000;
      const done = visits.filter(({ markId }) => markId !== undefined).length;
      await untilHeard(system.urls.session, lessons, done);
      return { done, perSecond: done / seconds };
    };
    await run(size.warmUps);
    const [from, before] = [monotonicMs(), await readUsage(system)];
    const { done, perSecond } = await run(size.sittings);
    const [until, after] = [monotonicMs(), await readUsage(system)];
    tell(`${done} scans and marks, ${perSecond.toFixed(0)} a second with the profiler on`);
    await campus.close();
    const cpu = [...after].map(([name, usage]) => [name, usage.cpu - (before.get(name)?.cpu ?? 0)] as const);
    return { period: { from, until }, done, cpuMs: new Map(cpu) };
  } finally {
    await system.stop();
  }
};

export interface Profiles {
  /** How many marks there were. */
  done: number;
  /** CPU of each process meanwhile, all its threads and the profiler itself included. */
  cpuMs: Map<string, number>;
  /** Of each process that was asked for, from the first mark until the last event of a mark had been handled. */
  profiles: Map<string, Profile>;
}

/** Starts the system with some of its processes under V8's profiler, and marks. Their profiles stay in `into`, for any viewer. */
export const takeProfiles = async (
  names: string[],
  into: string,
  size: Size,
  tell: Conditions['tell'],
): Promise<Profiles> => {
  const folder = await mkdtemp(join(tmpdir(), 'qr-profile-'));
  try {
    const env = Object.fromEntries(names.map((name) => [name, profiled(folder, name)]));
    const { period, ...marked } = await markUnderProfiler(env, size, tell);
    const profiles = new Map<string, Profile>();
    await mkdir(into, { recursive: true });
    for (const name of names) {
      const file = `${name}.cpuprofile`;
      const profile = await readProfile(join(folder, file), period);
      profiles.set(name, profile);
      await writeFile(join(into, file), JSON.stringify(profile));
    }
    return { ...marked, profiles };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
