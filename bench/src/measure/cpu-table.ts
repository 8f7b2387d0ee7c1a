import { median } from './statistics.ts';
import type { Table } from './table.ts';

export type Cpu = Map<string, number>;

export const cpuPerUnit = (cpu: Cpu, units: number): Cpu =>
  new Map([...cpu].map(([name, spent]) => [name, spent / units]));

export const totalOf = (cpu: Cpu): number =>
  [...cpu].reduce((sum, [name, spent]) => sum + (name === 'driver' ? 0 : spent), 0);

/** Medians of rounds by process. Unlike rates, CPU time is hardly affected by other load. */
export const cpuTable = (
  title: string,
  rows: [name: string, rounds: Cpu[]][],
  show: (spent: number) => string = (ms) => ms.toFixed(2),
): Table => {
  const names = [...new Set(rows.flatMap(([, rounds]) => [...(rounds[0]?.keys() ?? [])]))];
  return {
    title,
    heads: ['', ...names, 'all but the driver'],
    rows: rows.map(([name, rounds]) => [
      name,
      ...names.map((process) => show(median(rounds.map((cpu) => cpu.get(process) ?? 0)))),
      show(median(rounds.map(totalOf))),
    ]),
  };
};
