import type { Manifest } from './manifests.ts';

export interface Policy {
  name: string;
  check: (manifests: Manifest[]) => string[];
  violations: Record<string, (manifests: Manifest[]) => Manifest[]>;
}

export const demand = <Thing extends { name: string }>(
  things: Thing[],
  isGood: (thing: Thing) => boolean,
  what: string,
): string[] => things.filter((thing) => !isGood(thing)).map(({ name }) => `${name} ${what}`);
