import type { Table } from './measure/table.ts';

/** What one benchmark found. */
export interface Findings {
  tables: Table[];
  /** Goals of this benchmark, each a ratio or a bound inside this run, and whether it was met. */
  goals: Goal[];
}
export interface Goal {
  /** What should hold, as in `marks per second at least 0.6 of the bare server's`. */
  goal: string;
  /** What was found, as in `0.71`. */
  found: string;
  met: boolean;
}

/** How a benchmark is run. */
export interface Conditions {
  /** A smaller form that shows whether the benchmark works, not how fast the product is. */
  short: boolean;
  /** How many students take part, where a benchmark lets that be chosen. */
  students?: number | undefined;
  /** Names of attacks, separated by commas; `none` for none. Only `morning` knows them. */
  attack?: string | undefined;
  /** Commit of another release: `morning` measures it in place of this one, `usability`, `phone` and `student` beside it. */
  release?: string | undefined;
  /** Where a benchmark may leave files beside its tables, in a folder of its name. */
  folder: string;
  /** Says what is being done. */
  log: (text: string) => void;
}

/** One benchmark: brings up what it measures, and takes it down. */
export interface Bench {
  /** One word, for `--only`. */
  name: string;
  /** What it answers, as a sentence. */
  about: string;
  run: (conditions: Conditions) => Promise<Findings>;
}
