import type { Call, Frame } from './read-profile.ts';

/** What the engine says of time without any JavaScript on the stack. */
const IDLE = '(idle)';
const PROGRAM = '(program)';

/** Time of a call with all that it called, in ms. */
export const totalMs = ({ selfMs, children }: Call): number =>
  children.reduce((sum, child) => sum + totalMs(child), selfMs);

const keyOf = ({ name, url, line }: Frame): string => `${url}:${line} ${name}`;

/** Calls of the same function from the same parent become one: V8 tells them apart by how it compiled them. */
export const mergeCalls = ({ frame, selfMs, children }: Call): Call => {
  const alike = new Map<string, Call>();
  for (const child of children) {
    const known = alike.get(keyOf(child.frame));
    alike.set(keyOf(child.frame), {
      frame: child.frame,
      selfMs: child.selfMs + (known?.selfMs ?? 0),
      children: [...(known?.children ?? []), ...child.children],
    });
  }
  return { frame, selfMs, children: [...alike.values()].map(mergeCalls) };
};

/** Calls that belong with their caller become part of it; what they called is then called by that caller. */
export const joinCalls = (call: Call, belong: (caller: Frame, called: Frame) => boolean): Call => {
  const children = call.children.map((child) => joinCalls(child, belong));
  const joined = children.filter(({ frame }) => belong(call.frame, frame));
  return mergeCalls({
    frame: call.frame,
    selfMs: joined.reduce((sum, { selfMs }) => sum + selfMs, call.selfMs),
    children: children.flatMap((child) => (joined.includes(child) ? child.children : [child])),
  });
};

/** Leaves out calls of less than `leastMs` with all that they called; their time goes to whoever called them. */
export const cutSmallCalls = ({ frame, selfMs, children }: Call, leastMs: number): Call => {
  const kept = children.filter((child) => totalMs(child) >= leastMs);
  const cut = children.filter((child) => !kept.includes(child));
  return {
    frame,
    selfMs: cut.reduce((sum, child) => sum + totalMs(child), selfMs),
    children: kept.map((child) => cutSmallCalls(child, leastMs)),
  };
};

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
  return { work: mergeCalls({ ...root, children }), programMs: msOf(PROGRAM), idleMs: msOf(IDLE) };
};
