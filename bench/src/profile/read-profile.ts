import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
  startTime: z.number(),
});
export type Profile = z.infer<typeof profileSchema>;

/** A function on the stack. */
export interface Frame {
  name: string;
  /** File or module it is from; empty for what the engine itself does, such as collecting garbage, and for functions in C++. */
  url: string;
  /** From 1 on; 0 where there is no file. */
  line: number;
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

/** Time of each node itself within a period, in ms. */
const selfTimes = ({ samples, timeDeltas, startTime }: Profile, { from, until }: Period) => {
  const selfMs = new Map<number, number>();
  let at = startTime / 1_000;
  for (const [index, id] of samples.entries()) {
    const ms = (timeDeltas[index] ?? 0) / 1_000;
    at += ms;
    if (at >= from && at < until) selfMs.set(id, (selfMs.get(id) ?? 0) + ms);
  }
  return selfMs;
};

/** What was called within a period, as a tree. Source: Chrome DevTools protocol, `Profiler.Profile`. */
export const callTree = (profile: Profile, period: Period): Call => {
  const selfMs = selfTimes(profile, period);
  const calls = new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }): [number, Call] => [
      id,
      {
        frame: { name: functionName || '(anonymous)', url, line: lineNumber + 1 },
        selfMs: selfMs.get(id) ?? 0,
        children: [],
      },
    ]),
  );
  for (const { id, children = [] } of profile.nodes)
    for (const child of children) {
      const call = calls.get(child);
      if (call) calls.get(id)?.children.push(call);
    }
  const root = calls.get(profile.nodes[0]?.id ?? NaN);
  if (!root) throw new Error('a profile has no samples');
  return root;
};

/** Reads a V8 CPU profile. */
export const readProfile = async (file: string): Promise<Profile> =>
  profileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
