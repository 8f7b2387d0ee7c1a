import { showShare } from './format.ts';
import { median } from './statistics.ts';
import type { Table } from './table.ts';

const namesOf = (shares: Map<string, number> | undefined): string[] => [...(shares?.keys() ?? [])];

export const cpuTable = (rounds: Map<string, number>[], title = 'CPU meanwhile'): Table => {
  const names = namesOf(rounds[0]);
  const share = (name: string) => showShare(median(rounds.map((shares) => shares.get(name) ?? 0)));
  return { title: `${title}, of one core`, heads: names, rows: [names.map(share)] };
};

/** Median milliseconds of CPU per answer and process. Unlike a rate, this hardly depends on other load. */
export const cpuPerAnswer = (
  title: string,
  rounds: { shares: Map<string, number>; perSecond: number }[],
): Table => {
  const names = namesOf(rounds[0]?.shares);
  const cost = (name: string) =>
    median(rounds.map(({ shares, perSecond }) => ((shares.get(name) ?? 0) / perSecond) * 1_000)).toFixed(2);
  return { title: `${title}: CPU for one answer, ms`, heads: names, rows: [names.map(cost)] };
};
