import type { Manifest } from './manifests.ts';

/** A property that every rendering must have. */
export interface Policy {
  name: string;
  /** Returns the violations; empty if there are none. */
  check: (manifests: Manifest[]) => string[];
  /** Renderings with a violation, which prove that the check can fail. */
  violations: Record<string, (manifests: Manifest[]) => Manifest[]>;
}

/** Reports each thing that is not good. */
export const demand = <Thing extends { name: string }>(
  things: Thing[],
  isGood: (thing: Thing) => boolean,
  what: string,
): string[] => things.filter((thing) => !isGood(thing)).map(({ name }) => `${name} ${what}`);
