import type { ImportFieldName, ImportProblem, ImportWarning } from '@qr-attendance/contracts';
import type { z } from 'zod/mini';

export interface Problem {
  problem: ImportProblem;
  field?: ImportFieldName | undefined;
}
export const isProblem = <Other>(value: Other | Problem): value is Problem =>
  typeof value === 'object' && value !== null && 'problem' in value;

/** The object that a line is about, and what the line says of it. */
export interface Target<Row> {
  key: string;
  row: Row;
}

/** About a line that is imported anyway. */
export interface Warning {
  line: number;
  values: string[];
  warning: ImportWarning;
  otherLine?: number;
  /** The code of the course of the other class. */
  otherCourse?: string;
}

export interface Change<State> {
  key: string;
  /** Undefined if there is no such object. */
  before: State | undefined;
  after: State | undefined;
}

/**
 * The rules of one kind of file. A state has the facts that the file decides, as values
 * that can be stored and compared; all else of an object stays as it is.
 */
export interface ImportKindRules<Parsed, Row, State> {
  schema: z.ZodMiniType<Parsed>;
  /** Finds what lines refer to, in the order of the lines. */
  resolve: (lines: Parsed[]) => Promise<(Target<Row> | Problem)[]>;
  load: (keys: string[]) => Promise<Map<string, State>>;
  /** The state once a line is applied; the same one if the line changes nothing. */
  fold: (state: State | undefined, row: Row) => State | Problem;
  /** Whether an object that was is no more. */
  hasEnded?: (before: State, after: State) => boolean;
  /**
   * Writes objects unless they have changed since they were loaded. Repeatable.
   * @returns the problems by key
   */
  write: (changes: Change<State>[], by: string) => Promise<Map<string, Problem>>;
  /** Instead of `load` and `write`, if an undo works differently. */
  undo?: Pick<ImportKindRules<Parsed, Row, State>, 'load' | 'write'>;
  /** The ids of the people that an object is about. The erasure of one deletes what is stored for an undo. */
  peopleIn?: (key: string) => string[];
  /** Lines that are written at once, in a few seconds on a slow database. */
  batchSize: number;
  /** Whether lines refer to objects that earlier lines create, so that a preview has to remember them. */
  refersToItself: boolean;
  /** Existing objects of the kind, of which a run may change a share without a confirmation. */
  countExisting: () => Promise<number>;
  /** Warnings of a preview, which are found once it has read the file. */
  warnings?: {
    /** Called for each line that a preview can import. */
    add: (line: { key: string; line: number; values: string[] }, state: State) => void;
    find: (complete: boolean) => Promise<Warning[]>;
  };
  /** Only of kinds whose file can be complete. */
  missing?: {
    /** The group for which a file is complete, such as the course of a membership. */
    containerOf: (key: string) => string;
    /** The groups of sections, by the institution's ids; undefined for unknown ones. */
    findContainers: (sections: string[]) => Promise<(string | undefined)[]>;
    /** The keys of the objects of a container that have not ended. */
    listKeys: (container: string) => Promise<string[]>;
    end: (state: State) => State;
  };
}

export const CONFLICT: Problem = { problem: 'conflict' };

/**
 * Writes one object after the other.
 * @returns the problems by key
 */
export const writeEach = async <State>(
  changes: Change<State>[],
  write: (change: Change<State>) => Promise<Problem | undefined>,
): Promise<Map<string, Problem>> => {
  const problems = new Map<string, Problem>();
  for (const change of changes) {
    const problem = await write(change);
    if (problem) problems.set(change.key, problem);
  }
  return problems;
};

/** The engine treats rows and states as opaque. */
export type AnyKindRules = ImportKindRules<unknown, unknown, unknown>;
export const defineKind = <Parsed, Row, State>(rules: ImportKindRules<Parsed, Row, State>): AnyKindRules =>
  rules as unknown as AnyKindRules;
