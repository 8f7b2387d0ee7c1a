import { showShare } from './format.ts';
import { median } from './statistics.ts';
import type { Table } from './table.ts';

/** Shares of one core, by process, as medians of several rounds. */
export const cpuTable = (rounds: Map<string, number>[], title = 'CPU meanwhile'): Table => {
  const names = [...(rounds[0]?.keys() ?? [])];
  const share = (name: string) => showShare(median(rounds.map((shares) => shares.get(name) ?? 0)));
  return { title: `${title}, of one core`, heads: names, rows: [names.map(share)] };
};
