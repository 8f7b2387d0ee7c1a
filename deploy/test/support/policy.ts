import type { Manifest } from './manifests.ts';

/** A property that every rendering must have. */
export interface Policy {
  name: string;
  /** What is against it, in words; nothing when all is well. */
  check: (manifests: Manifest[]) => string[];
  /** Renderings that are against it, made from a good one: the proof that the check can fail. */
  violations: Record<string, (manifests: Manifest[]) => Manifest[]>;
}

/** Complaints of each thing for which `isGood` does not hold. */
export const demand = <Thing extends { name: string }>(
  things: Thing[],
  isGood: (thing: Thing) => boolean,
  what: string,
): string[] => things.filter((thing) => !isGood(thing)).map(({ name }) => `${name} ${what}`);
