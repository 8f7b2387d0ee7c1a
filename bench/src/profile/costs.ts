import type { Call, Frame } from './read-profile.ts';

/** Whose code a function is, roughly. */
export type Kind = 'ours' | 'packages' | 'node' | 'engine';

const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/;
const OURS = /\/((?:services|packages|gateway)\/.+)$/;
/** `node:net`, `node:internal/streams`. */
const NODE = /^node:(?:internal\/)?[^/]+/;
/** What V8 does itself: `(garbage collector)`, `RegExp: ^a`. */
const ENGINE = /^(\((?!anonymous)|RegExp:)/;

export const kindOf = ({ url, name }: Frame): Kind => {
  if (PACKAGE.test(url)) return 'packages';
  if (OURS.test(url)) return 'ours';
  return url === '' && ENGINE.test(name) ? 'engine' : 'node';
};

/** Whose code a function is: a package, a file of ours, a module of Node, its part in C++, or the engine. */
const ownerOf = (frame: Frame): string => {
  const { url, name } = frame;
  const [, owner = NODE.exec(url)?.[0]] = PACKAGE.exec(url) ?? OURS.exec(url) ?? [];
  if (owner !== undefined) return owner;
  if (kindOf(frame) === 'engine') return name.startsWith('(') ? name : 'regular expressions';
  return url || 'Node, in C++';
};

const mostFirst = <Cost extends { ms: number }>(costs: Iterable<Cost>): Cost[] =>
  [...costs].sort((a, b) => b.ms - a.ms);

export interface OwnerCost {
  owner: string;
  /** In ms. */
  ms: number;
  /** Of it, what Node does for this owner. */
  inNodeMs: number;
}
/** What Node does before it calls anybody, and after. */
const NODE_ALONE = 'Node by itself';

/** Time by package or file, the most expensive first. What Node does counts for its caller. */
export const costsByOwner = (root: Call): OwnerCost[] => {
  const found = new Map<string, OwnerCost>();
  const visit = ({ frame, selfMs, children }: Call, caller: string) => {
    const inNode = kindOf(frame) === 'node';
    const owner = inNode ? caller : ownerOf(frame);
    const { ms, inNodeMs } = found.get(owner) ?? { ms: 0, inNodeMs: 0 };
    found.set(owner, { owner, ms: ms + selfMs, inNodeMs: inNodeMs + (inNode ? selfMs : 0) });
    for (const child of children) visit(child, owner);
  };
  for (const child of root.children) visit(child, NODE_ALONE);
  return mostFirst(found.values());
};

/** Time by function, the most expensive first, in ms. */
export const costsByFunction = (root: Call): { name: string; owner: string; ms: number }[] => {
  const found = new Map<string, { name: string; owner: string; ms: number }>();
  const visit = ({ frame, selfMs, children }: Call) => {
    const key = `${frame.url} ${frame.name}`;
    const ms = (found.get(key)?.ms ?? 0) + selfMs;
    found.set(key, { name: frame.name, owner: ownerOf(frame), ms });
    children.forEach(visit);
  };
  visit(root);
  return mostFirst(found.values());
};
