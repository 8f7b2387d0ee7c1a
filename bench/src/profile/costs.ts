import type { Call, Frame } from './read-profile.ts';

/** Time that is no work. */
const IDLE = '(idle)';

/** Whose code a function is: a package, a module of Node, a file of ours, or the engine. */
export const ownerOf = ({ url, name }: Frame): string => {
  const [, inPackages] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (inPackages) return inPackages;
  if (url.startsWith('node:')) return url.split('/')[0] ?? url;
  const [, ours] = /\/((?:services|packages|gateway)\/.+)$/.exec(url) ?? [];
  return ours ?? (url || name);
};

/** Time by owner, the most expensive first, in ms; what is idle is left out. */
export const costsByOwner = (root: Call): { owner: string; ms: number }[] => {
  const ms = new Map<string, number>();
  const visit = ({ frame, selfMs, children }: Call) => {
    if (frame.name !== IDLE) ms.set(ownerOf(frame), (ms.get(ownerOf(frame)) ?? 0) + selfMs);
    children.forEach(visit);
  };
  visit(root);
  return [...ms].map(([owner, spent]) => ({ owner, ms: spent })).sort((a, b) => b.ms - a.ms);
};

/** Time by function, the most expensive first, in ms. */
export const costsByFunction = (root: Call): { name: string; owner: string; ms: number }[] => {
  const found = new Map<string, { name: string; owner: string; ms: number }>();
  const visit = ({ frame, selfMs, children }: Call) => {
    const { name, url } = frame;
    if (name !== IDLE) {
      const one = found.get(`${url} ${name}`) ?? { name, owner: ownerOf(frame), ms: 0 };
      found.set(`${url} ${name}`, { ...one, ms: one.ms + selfMs });
    }
    children.forEach(visit);
  };
  visit(root);
  return [...found.values()].sort((a, b) => b.ms - a.ms);
};
