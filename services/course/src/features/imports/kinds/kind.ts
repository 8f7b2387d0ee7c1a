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
  otherLine?: number;
  day?: string;
  /** A withdrawn person who may be the same as the person on this line. */
  samePerson?: SamePerson;
  /** A known ID that equals the unknown one plus leading zeros, which spreadsheets drop. */
  meant?: string;
}
export const isProblem = <Other>(value: Other | Problem): value is Problem =>
  typeof value === 'object' && value !== null && 'problem' in value;

export interface Target<Row> {
  key: string;
  row: Row;
}

/** A line with a warning, which is imported. */
export interface ImportableLine {
  line: number;
  values: string[];
  cells?: string[] | undefined;
}
export interface LineWarning extends ImportableLine {
  warning: ImportWarning;
  otherLine?: number;
  otherCourse?: string;
  longClass?: LongClass;
}

export interface Change<State> {
  key: string;
  /** Undefined if the object does not exist. */
  before: State | undefined;
  after: State | undefined;
}

/**
 * The administrator who applies lines, and the moment from which the lines count; a repeated batch uses the same
 * moment.
 */
export interface ApplyContext extends StatedRun {
  /** Receives the changes of an undo before they are written, and the keys of changes that could not be written. */
  undoing?: {
    plan: (changes: Change<unknown>[]) => Promise<void>;
    refuse: (keys: string[]) => Promise<void>;
  };
}

/** The statements about an object, or about a part of it such as a section of a course. */
export interface StatedPart {
  part: string;
  /** The current ID of the object, if files can change it. */
  id?: string | undefined;
  ledger: Ledger;
}

/**
 * The effect of an undo on an object. `removed`: the run began it; `kept`: people changed it or use it;
 * `unchanged`: other runs state the same, or it was the same before.
 */
export type UndoOutcome = 'removed' | 'restored' | 'unchanged' | 'kept';

/**
 * The rules of one kind of file. A state contains the facts that the file can set, as values that can be
 * stored and compared; everything else about an object is not changed.
 */
export interface ImportKindRules<Parsed, Row, State> {
  schema: z.ZodMiniType<Parsed>;
  /**
   * The ids and addresses that other lines must not state differently.
   * @param isSettled whether `findSettled` found the line
   */
  statedKeys: (row: Parsed, isSettled?: boolean) => StatedKey[];
  /** Finds lines whose object was already given the new ID by an earlier run. */
  findSettled?: (lines: Parsed[], run: string) => Promise<Set<Parsed>>;
  beginBatch?: () => void;
  /** Finds the objects to which lines of a batch refer, in the order of the lines. */
  resolve: (lines: Parsed[]) => Promise<(Target<Row> | Problem)[]>;
  /** @param undoneRun includes objects that this run, or `ANY_RUN`, stated under an earlier key */
  load: (keys: string[], undoneRun?: string) => Promise<Map<string, State>>;
  /** The state after applying a line; the same object if nothing changes. */
  fold: (state: State | undefined, row: Row, application: ApplyContext) => State | Problem;
  /** Whether an object existed before and does not exist afterwards. */
  hasEnded?: (before: State, after: State, at: Date) => boolean;
  /**
   * Writes objects unless they have changed since they were loaded. Idempotent.
   * @param kept receives the keys of ended objects that remain visible in the past, because people used them
   * @returns the problems by key
   */
  write: (
    changes: Change<State>[],
    application: ApplyContext,
    kept?: Set<string>,
  ) => Promise<Map<string, Problem>>;
  /** The statements that a change only repeats. Such a change is not written, because the batch lists it. */
  restatedIn?: (change: Change<State>) => string[];
  /** Stores the lines of the batch that the owner refused, so that they are offered again. */
  keepRefused?: (application: ApplyContext) => Promise<void>;
  /** Whether the object exists; by default true. */
  isThere?: (state: State) => boolean;
  /** The part of a state that lines can set, without earlier statements; by default the whole state. */
  decidedIn?: (state: State) => unknown;
  changesBetween: (before: State | undefined, after: State) => ChangedValue[];
  /** The values of a line that are declined, if the kind's owner stores that. */
  leftOutIn?: (after: State) => ChangedValue[];
  /** The fields that files of a source state and that are declined (rule 2 of statements). */
  declinedIn: (state: State, source: string) => string[];
  /** All statements about an object, which may have had the key earlier. */
  readStatements: (key: string) => Promise<StatedPart[]>;
  /** The fields that people changed since the last file, and that a line changes again. */
  overridesBetween?: (before: State, after: State, application: ApplyContext) => string[];
  /**
   * Removes what a run stated about some objects, in this order.
   * @param dryRun whether nothing is written
   * @returns the outcomes; objects that changed concurrently are missing and must be tried again
   */
  undoRun: (keys: string[], application: ApplyContext, dryRun: boolean) => Promise<Map<string, UndoOutcome>>;
  /** The changes of rosters, about which teachers are notified. */
  effectsOf?: (change: Change<State>, at: Date) => RosterEffect[];
  /** Readable names of objects; by default their keys. */
  labelsOf?: (keys: string[]) => Promise<string[]>;
  /**
   * The ids of the people that an object is about, if known. Erasing one of them removes the key from the
   * run.
   */
  peopleIn?: (key: string) => string[];
  /** The person of a line, unless the key of its object names them. */
  personOf?: (row: Row) => string;
  /** Number of lines per write, which takes a few seconds on a slow database. */
  batchSize: number;
  /** Whether lines refer to objects that earlier lines create, which a preview then has to remember. */
  refersToItself: boolean;
  /** Number of existing objects of the kind; a run may change a share of them without a confirmation. */
  countExisting: () => Promise<number>;
  /** Warnings of a preview, computed after the whole file was read. */
  warnings?: {
    add: (line: ImportableLine & { key: string }, state: State) => void;
    find: (complete: boolean) => Promise<LineWarning[]>;
  };
  /** Only for kinds whose file can be complete. */
  missing?: {
    /** The group for which a file is complete, for example the course of a membership. */
    containerOf: (key: string) => string;
    /** The object of a line, or the part of it that the line states. */
    keyOf: (target: Target<Row>) => string;
    objectOf: (missingKey: string) => string;
    /** The groups of all sections that a line may mean, by institution id; none for an unknown id. */
    findContainers: (section: string) => Promise<string[]>;
    /** The keys of a container that a source currently states. */
    listKeys: (container: string, source: string) => Promise<string[]>;
    end: (state: State, missingKey: string, application: ApplyContext) => State;
    /** The keys that the line itself ended, for example the section that a student left by a move. */
    endedBy?: (change: Change<State>, source: string) => string[];
  };
}

export const CONFLICT_PROBLEM: Problem = { problem: 'conflict' };

export type AnyKindRules = ImportKindRules<unknown, unknown, unknown>;
export const defineKind = <Parsed, Row, State>(rules: ImportKindRules<Parsed, Row, State>): AnyKindRules =>
  rules as unknown as AnyKindRules;
