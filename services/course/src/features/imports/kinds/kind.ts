import type { ImportFieldName, ImportProblem, ImportWarning, LongClass } from '@qr-attendance/contracts';
import type { Ledger } from '@qr-attendance/statements';
import type { z } from 'zod/mini';
import type { StatedRun } from '../../../core/memberships/rules/stated-memberships.ts';
import type { RosterEffect } from '../../../db/import-batch-model.ts';
import type { SamePerson } from '../../../db/import-error-model.ts';
import type { StatedKey } from '../rules/stated-keys.ts';
import type { ChangedValue } from './changed-values.ts';

export interface Problem {
  problem: ImportProblem;
  field?: ImportFieldName | undefined;
  /** The earlier line that a line contradicts. */
  otherLine?: number;
  /** When the person of a line was erased. */
  day?: string;
  /** A withdrawn person who may be that of the line. */
  samePerson?: SamePerson;
  /** The ID that an unknown one was, if a spreadsheet dropped its zeros. */
  meant?: string;
}
export const isProblem = <Other>(value: Other | Problem): value is Problem =>
  typeof value === 'object' && value !== null && 'problem' in value;

/** The object that a line is about, and what the line says of it. */
export interface Target<Row> {
  key: string;
  row: Row;
}

/** A line that is imported anyway. */
export interface ImportableLine {
  line: number;
  values: string[];
  /** The cells of the file as they were uploaded. */
  cells?: string[] | undefined;
}
export interface LineWarning extends ImportableLine {
  warning: ImportWarning;
  otherLine?: number;
  /** The code of the course of the other class. */
  otherCourse?: string;
  longClass?: LongClass;
}

export interface Change<State> {
  key: string;
  /** Undefined if there is no such object. */
  before: State | undefined;
  after: State | undefined;
}

/** The administrator who applies lines, and the moment from which they count, which a repeated batch keeps. */
export interface ApplyContext extends StatedRun {
  /** Gets the changes of an undo before they are written, and the keys of those that were not. */
  undoing?: {
    plan: (changes: Change<unknown>[]) => Promise<void>;
    refuse: (keys: string[]) => Promise<void>;
  };
}

/** The statements about an object or a part of it, such as a section of a course. */
export interface StatedPart {
  part: string;
  /** The ID that the object has now, where files can change it. */
  id?: string | undefined;
  ledger: Ledger;
}

/**
 * The effect of an undo on an object: `removed` is one that the run began, `kept` one that people have changed or that
 * is in use, and `unchanged` one that other runs state too or that was like that before.
 */
export type UndoOutcome = 'removed' | 'restored' | 'unchanged' | 'kept';

/**
 * The rules of one kind of file. A state has the facts that the file decides, as values
 * that can be stored and compared; all else of an object stays as it is.
 */
export interface ImportKindRules<Parsed, Row, State> {
  schema: z.ZodMiniType<Parsed>;
  /**
   * The ids and addresses of a line that no other line may state differently.
   * @param isSettled whether the line is among those that `findSettled` finds
   */
  statedKeys: (row: Parsed, isSettled?: boolean) => StatedKey[];
  /** Finds the lines whose object got their ID, in place of the previous one, by an earlier run than this one. */
  findSettled?: (lines: Parsed[], run: string) => Promise<Set<Parsed>>;
  /** Forgets what was found for the lines of the batch before. */
  beginBatch?: () => void;
  /** Finds what some lines of a batch refer to, in the order of the lines. */
  resolve: (lines: Parsed[]) => Promise<(Target<Row> | Problem)[]>;
  /** @param undoneRun finds also the objects that this run, or `ANY_RUN`, stated under keys that they no longer have */
  load: (keys: string[], undoneRun?: string) => Promise<Map<string, State>>;
  /** The state once a line is applied; the same one if the line changes nothing. */
  fold: (state: State | undefined, row: Row, application: ApplyContext) => State | Problem;
  /** Whether an object that was is no more. */
  hasEnded?: (before: State, after: State, at: Date) => boolean;
  /**
   * Writes objects unless they have changed since they were loaded. Repeatable.
   * @param kept gets the keys of objects that ended, and whose past stays because people used them
   * @returns the problems by key
   */
  write: (
    changes: Change<State>[],
    application: ApplyContext,
    kept?: Set<string>,
  ) => Promise<Map<string, Problem>>;
  /** The statements that a change only repeats. Such a change is not written, because the batch lists it. */
  restatedIn?: (change: Change<State>) => string[];
  /** Keeps the lines of the batch that the owner of the objects refused, so that they are offered again. */
  keepRefused?: (application: ApplyContext) => Promise<void>;
  /** Whether there is such an object. True if missing. */
  isThere?: (state: State) => boolean;
  /** The part of a state that lines decide, without earlier statements. All of it if missing. */
  decidedIn?: (state: State) => unknown;
  /** The values of an object that a line changes. */
  changesBetween: (before: State | undefined, after: State) => ChangedValue[];
  /** The values that a line leaves out, where its owner decides so. */
  leftOutIn?: (after: State) => ChangedValue[];
  /** The fields that files of a source state and that are left out (rule 2 of statements). */
  declinedIn: (state: State, source: string) => string[];
  /** Everything that files stated about an object, which can have had the key before. */
  readStatements: (key: string) => Promise<StatedPart[]>;
  /** The fields that people have changed since the last file, and that a line changes again. */
  overridesBetween?: (before: State, after: State, application: ApplyContext) => string[];
  /**
   * Removes what a run stated about some objects, in this order.
   * @param dryRun whether nothing is written
   * @returns what became of each: objects that changed at the same time are missing, and looked at again
   */
  undoRun: (keys: string[], application: ApplyContext, dryRun: boolean) => Promise<Map<string, UndoOutcome>>;
  /** The changes of rosters, about which their teachers are notified. */
  effectsOf?: (change: Change<State>, at: Date) => RosterEffect[];
  /** Texts by which administrators know objects. Their keys if missing. */
  labelsOf?: (keys: string[]) => Promise<string[]>;
  /**
   * The ids of the people that an object is about, as far as they are known. The erasure of one removes its key from
   * the run.
   */
  peopleIn?: (key: string) => string[];
  /** The person of a line, where the key of its object does not name one. */
  personOf?: (row: Row) => string;
  /** Lines that are written at once, in a few seconds on a slow database. */
  batchSize: number;
  /** Whether lines refer to objects that earlier lines create, so that a preview has to remember them. */
  refersToItself: boolean;
  /** Existing objects of the kind, of which a run may change a share without a confirmation. */
  countExisting: () => Promise<number>;
  /** Warnings of a preview, which are found once it has read the file. */
  warnings?: {
    /** Called for each line that a preview can import. */
    add: (line: ImportableLine & { key: string }, state: State) => void;
    find: (complete: boolean) => Promise<LineWarning[]>;
  };
  /** Only of kinds whose file can be complete. */
  missing?: {
    /** The group for which a file is complete, such as the course of a membership. */
    containerOf: (key: string) => string;
    /** The object of a line, or the part of it that the line states. */
    keyOf: (target: Target<Row>) => string;
    objectOf: (missingKey: string) => string;
    /** The groups of all sections that a line may mean, by the institution's id; none for an unknown one. */
    findContainers: (section: string) => Promise<string[]>;
    /** The keys of a container that a source states. */
    listKeys: (container: string, source: string) => Promise<string[]>;
    end: (state: State, missingKey: string, application: ApplyContext) => State;
    /** The keys that a line itself ended, such as the section that a student left by a move. */
    endedBy?: (change: Change<State>, source: string) => string[];
  };
}

export const CONFLICT_PROBLEM: Problem = { problem: 'conflict' };

/** The engine treats rows and states as opaque. */
export type AnyKindRules = ImportKindRules<unknown, unknown, unknown>;
export const defineKind = <Parsed, Row, State>(rules: ImportKindRules<Parsed, Row, State>): AnyKindRules =>
  rules as unknown as AnyKindRules;
