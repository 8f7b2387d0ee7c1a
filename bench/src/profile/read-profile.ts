import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const profileSchema = z.looseObject({
  nodes: z.array(
    z.looseObject({
      id: z.number(),
      callFrame: z.looseObject({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
  startTime: z.number(),
  endTime: z.number(),
});
/** A CPU profile as V8 writes it, in µs. Source: Chrome DevTools protocol, `Profiler.Profile`. */
export type Profile = z.infer<typeof profileSchema>;

/** A function on the stack. */
export interface Frame {
  name: string;
  /** File or module it is from; empty for what the engine itself does, such as collecting garbage, and for functions in C++. */
  url: string;
}
/** A function as called from its parent, with the time spent in it. */
export interface Call {
  frame: Frame;
  /** Without what it called, in ms. */
  selfMs: number;
  children: Call[];
}

/** From when until when, in ms of the machine's monotonic clock, which all processes share. */
export interface Period {
  from: number;
  until: number;
}
/** Now, by the clock that V8's profiler reads as well. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** What a profile holds of a period, as a profile. */
export const cutProfile = (profile: Profile, { from, until }: Period): Profile => {
  let at = profile.startTime;
  const kept = profile.samples
    .map((sample, index) => {
      const delta = profile.timeDeltas[index] ?? 0;
      at += delta;
      return { sample, delta, at };
    })
    .filter((one) => one.at >= from * 1_000 && one.at < until * 1_000);
  const [first, last] = [kept[0], kept.at(-1)];
  return {
    ...profile,
    samples: kept.map(({ sample }) => sample),
    timeDeltas: kept.map(({ delta }) => delta),
    startTime: first ? first.at - first.delta : from * 1_000,
    endTime: last ? last.at : until * 1_000,
  };
};

/** Reads a CPU profile, of a period alone. */
export const readProfile = async (file: string, period: Period): Promise<Profile> =>
  cutProfile(profileSchema.parse(JSON.parse(await readFile(file, 'utf8'))), period);

/** What was called, as a tree. */
export const callTree = ({ nodes, samples, timeDeltas }: Profile): Call => {
  const selfMs = new Map<number, number>();
  for (const [index, id] of samples.entries())
    selfMs.set(id, (selfMs.get(id) ?? 0) + (timeDeltas[index] ?? 0) / 1_000);
  const calls = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }): [number, Call] => [
      id,
      {
        frame: { name: functionName || '(anonymous)', url },
        selfMs: selfMs.get(id) ?? 0,
        children: [],
      },
    ]),
  );
  for (const { id, children = [] } of nodes)
    for (const child of children) {
      const call = calls.get(child);
      if (call) calls.get(id)?.children.push(call);
    }
  const root = calls.get(nodes[0]?.id ?? NaN);
  if (!root) throw new Error('a profile has no samples');
  return root;
};

/** Time of a call with all that it called, in ms. */
export const totalMs = ({ selfMs, children }: Call): number =>
  children.reduce((sum, child) => sum + totalMs(child), selfMs);

/** What the engine says of time without any JavaScript on the stack. */
const IDLE = '(idle)';
const PROGRAM = '(program)';

/** A profile's time, in ms, told apart. */
export interface Activity {
  /** JavaScript, what it calls, and the collection of its garbage. */
  work: Call;
  /** The event loop and the engine, with nothing of JavaScript on the stack. */
  programMs: number;
  idleMs: number;
}
export const splitActivity = (root: Call): Activity => {
  const msOf = (name: string) =>
    root.children.filter(({ frame }) => frame.name === name).reduce((sum, one) => sum + totalMs(one), 0);
  const children = root.children.filter(({ frame: { name } }) => name !== IDLE && name !== PROGRAM);
  return { work: { ...root, children }, programMs: msOf(PROGRAM), idleMs: msOf(IDLE) };
};
