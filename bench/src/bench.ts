import type { Table } from './measure/table.ts';

export interface Findings {
  tables: Table[];
  /** Each goal is a ratio or a limit within this run. */
  goals: Goal[];
}
export interface Goal {
  /** Such as `marks per second at least 0.6 of the bare server's`. */
  goal: string;
  /** Such as `0.71`. */
  found: string;
  met: boolean;
}

export interface Conditions {
  /** Shows that the benchmark works, without meaningful figures. */
  short: boolean;
  /** The number of students, if a benchmark supports that. */
  students?: number | undefined;
  /** Names of attacks, separated by commas; `none` for none. Only for `morning`. */
  attack?: string | undefined;
  /**
   * Commit of another release: `morning` measures it instead of this one, `usability`, `phone` and `student`
   * beside it.
   */
  release?: string | undefined;
  /** A folder for additional files of the benchmark. */
  folder: string;
  log: (text: string) => void;
}

/** Starts and stops what it measures. */
export interface Bench {
  /** One word, for `--only`. */
  name: string;
  /** The question that it answers. */
  about: string;
  run: (conditions: Conditions) => Promise<Findings>;
}
