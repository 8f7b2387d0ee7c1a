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
  endTime: z.number(),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
  startTime: z.number(),
});

/** A function on the stack. */
export interface Frame {
  name: string;
  /** File or module it is from; empty for what the engine itself does, such as collecting garbage. */
  url: string;
}
/** A function as called from its parent, with the time spent in it. */
export interface Call {
  frame: Frame;
  /** Without what it called, in ms. */
  selfMs: number;
  children: Call[];
}

/** Reads the last `lastMs` of a V8 CPU profile as a tree of calls. Source: Chrome DevTools protocol, `Profiler.Profile`. */
export const readProfile = async (file: string, lastMs: number): Promise<Call> => {
  const profile = profileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const selfMs = new Map<number, number>();
  let at = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const delta = profile.timeDeltas[index] ?? 0;
    at += delta;
    if (at >= profile.endTime - lastMs * 1_000) selfMs.set(id, (selfMs.get(id) ?? 0) + delta / 1_000);
  }
  const calls = new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url } }): [number, Call] => [
      id,
      { frame: { name: functionName || '(anonymous)', url }, selfMs: selfMs.get(id) ?? 0, children: [] },
    ]),
  );
  for (const { id, children = [] } of profile.nodes)
    for (const child of children) {
      const call = calls.get(child);
      if (call) calls.get(id)?.children.push(call);
    }
  const root = calls.get(profile.nodes[0]?.id ?? NaN);
  if (!root) throw new Error(`${file} has no samples`);
  return root;
};
