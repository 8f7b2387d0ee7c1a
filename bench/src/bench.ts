import type { Goal } from './measure/goals.ts';
import type { Table } from './measure/table.ts';

export interface Findings {
  tables: Table[];
  goals: Goal[];
}

export interface Conditions {
  short: boolean;
  students?: number | undefined;
  /** Names of attacks, separated by commas, or `none`. Only for `morning`. */
  attack?: string | undefined;
  /**
   * Commit of another release. `morning` measures that release instead of this one; `frontend` and `student` compare
   * the two.
   */
  release?: string | undefined;
  log: (text: string) => void;
}

export interface Bench {
  name: string;
  about: string;
  run: (conditions: Conditions) => Promise<Findings>;
}

export const joinFindings = (...all: Findings[]): Findings => ({
  tables: all.flatMap(({ tables }) => tables),
  goals: all.flatMap(({ goals }) => goals),
});
