import type { System } from '@qr-attendance/stack';
import type { Campus } from '../world/fill-campus.ts';
import { runBurst, type BurstRound } from './hall-burst.ts';

export interface Measured {
  system: System;
  campus: Campus;
  name: string;
}

export interface Bursts {
  /** The name of the system. */
  of: string;
  title: string;
  rounds: BurstRound[];
}

/** Bursts of the systems in turn, so that all meet the same state of the machine. */
export const runBursts = async (
  systems: Measured[],
  title: string,
  { windowMs, count }: { windowMs: number; count: number },
): Promise<Bursts[]> => {
  const found = systems.map(({ name }): Bursts => ({ of: name, title: `${name}, ${title}`, rounds: [] }));
  for (let round = 0; round < count; round++)
    for (const [index, { system, campus }] of systems.entries())
      found[index]?.rounds.push(await runBurst(system, campus, windowMs));
  return found;
};
