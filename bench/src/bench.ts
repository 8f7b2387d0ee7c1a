import type { Table } from './measure/table.ts';

export interface Findings {
  tables: Table[];
  goals: Goal[];
}
export interface Goal {
  goal: string;
  found: string;
  met: boolean;
}

export interface Conditions {
  short: boolean;
  students?: number | undefined;
  /** Names of attacks, separated by commas; `none` for none. Only for `morning`. */
  attack?: string | undefined;
  /**
   * Commit of another release: `morning` measures it instead of this one, `usability`, `phone` and `student`
   * beside it.
   */
  release?: string | undefined;
  folder: string;
  log: (text: string) => void;
}

export interface Bench {
  name: string;
  about: string;
  run: (conditions: Conditions) => Promise<Findings>;
}
