import type { System } from '@qr-attendance/stack';
import type { Campus } from '../world/fill-campus.ts';
import { runBurst, type BurstRound } from './hall-burst.ts';

export interface Bursts {
  name: string;
  rounds: BurstRound[];
}

export interface Measured {
  system: System;
  campus: Campus;
  name: string;
}

/** The first burst after a start, when no code is compiled and nothing is cached, measured on one system after the other. */
export const runFirstBursts = async (systems: Measured[], windowMs: number): Promise<Bursts[]> => {
  const found: Bursts[] = [];
  for (const { system, campus, name } of systems)
    found.push({
      name: `${name}: first after a start, within ${windowMs / 1_000} s`,
      rounds: [await runBurst(system, campus, windowMs)],
    });
  return found;
};

/** Bursts of the systems in turn, so that both meet the same state of the machine. */
export const runBursts = async (systems: Measured[], windowMs: number, count: number): Promise<Bursts[]> => {
  const found = systems.map(({ name }): Bursts => ({
    name: `${name}: within ${windowMs / 1_000} s`,
    rounds: [],
  }));
  for (let round = 0; round < count; round++)
    for (const [index, { system, campus }] of systems.entries())
      found[index]?.rounds.push(await runBurst(system, campus, windowMs));
  return found;
};
