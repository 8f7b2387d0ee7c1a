import type {
  ImportAnswer,
  ImportCounts,
  ImportKind,
  ImportReading,
  ImportRun,
  ImportState,
} from '@qr-attendance/contracts';
import type { DayOrder, WeekdayLanguage } from '@qr-attendance/tables';
import { required, strictDocument } from '@qr-attendance/server/mongo';
import { createImportBatchModel } from './import-batch-model.ts';
import { createImportErrorModel, type SamePerson } from './import-error-model.ts';
import { createImportOutcomeModel } from './import-outcome-model.ts';
import { EXPIRY_INDEX, expiryFields, runFields } from './import-fields.ts';
import { createOpenLineModel } from './open-line-model.ts';
import { Schema, type Connection, type Types } from 'mongoose';

/** The position in a file from which a job continues after a crash. */
export interface ImportPosition {
  byte: number;
  line: number;
}
export interface ImportJob {
  /** `lines`: reading the file. `missing`: ending what a complete file omits. */
  phase: 'lines' | 'missing';
  position: ImportPosition;
  /** The last container whose missing objects were ended. */
  after?: string | undefined;
  counts: ImportCounts;
  notEnded?: number;
  /**
   * Counts and time of a batch whose writing began. A repeated batch finds its lines unchanged, so it needs
   * these.
   */
  begun?: { place: object; counts: ImportCounts; at: Date } | undefined;
}

/** The person of the line, if known. Erasing the person removes the example. */
interface PersonReference {
  about?: string;
}
export type ImportExample = NonNullable<ImportRun['examples']>[number] & PersonReference;
interface OutdatedLines {
  count: number;
  examples: (NonNullable<ImportRun['outdated']>['examples'][number] & PersonReference & { key?: string })[];
}

export interface ImportDocument {
  _id: Types.ObjectId;
  kind: ImportKind;
  source?: string;
  fileName: string;
  bytes: number;
  state: ImportState;
  by: string;
  createdAt: Date;
  expiresAt: Date;
  complete: boolean;
  /** All erased people, or those with these institution ids. */
  addErased?: boolean | string[];
  delimiter?: string;
  header?: string[];
  firstLines?: string[][];
  mapping?: Record<string, number>;
  joined?: Record<string, number[]>;
  fixed?: Record<string, string>;
  values?: Record<string, Record<string, string>>;
  dayOrder?: DayOrder | undefined;
  weekdayLanguage?: WeekdayLanguage | undefined;
  reading?: ImportReading;
  /** The header line that an administrator has chosen, until the file is read again. */
  chosenHeader?: number | undefined;
  /** The size of the file as UTF-8 text, if it was converted. */
  textBytes?: number;
  /** The position after the header. */
  start?: ImportPosition;
  job?: ImportJob;
  preview?: ImportCounts;
  check?: number;
  /** The confirmation after which the preview is computed again. */
  confirmed?: { changes?: number | undefined; keepsLocalChanges?: boolean | undefined };
  outdated?: OutdatedLines | undefined;
  /** The answer for each line that names a withdrawn person: is it the same person? */
  answers?: Record<string, SamePersonAnswer>;
  applied?: ImportCounts;
  notEnded?: number;
  kept?: ImportRun['kept'];
  undo?: ImportRun['undo'];
  examples: ImportExample[];
  problemCount: number;
  warnings?: ImportRun['warnings'];
  overrides?: ImportRun['overrides'];
  keepsLocalChanges?: boolean;
  /** The file consists of open lines that an administrator offers again. */
  isOffer?: boolean;
  /** The lines also apply values that were declined before. */
  takesUp?: boolean;
  /** Number of rows that may be changed and ended without a confirmation. */
  usualChanges?: number;
  confirmedChanges?: number;
  failure?: ImportRun['failure'];
  stopping?: boolean;
  /** The process that works on the run, until `until`. */
  lease?: { by: string; until: Date };
  /** Only one run at a time may have this field: the one that applies or undoes changes. */
  writing?: 'writing';
}

export interface SamePersonAnswer extends SamePerson {
  answer: ImportAnswer;
}

export interface ImportPartDocument {
  _id: string;
  runId: Types.ObjectId;
  index: number;
  data: Buffer;
  expiresAt: Date;
}

export interface ImportColumnsDocument {
  _id: string;
  columns: Record<string, string>;
  values?: Record<string, Record<string, string>>;
}

const runSchema = new Schema<ImportDocument>(
  {
    kind: required(String),
    source: String,
    fileName: required(String),
    bytes: required(Number),
    state: required(String),
    by: required(String),
    createdAt: required(Date),
    ...expiryFields,
    complete: required(Boolean),
    addErased: Schema.Types.Mixed,
    delimiter: String,
    header: { type: [String], default: undefined },
    firstLines: { type: [[String]], default: undefined },
    mapping: Object,
    joined: Object,
    fixed: Object,
    values: Object,
    dayOrder: String,
    weekdayLanguage: String,
    reading: Object,
    chosenHeader: Number,
    textBytes: Number,
    start: Object,
    job: Object,
    preview: Object,
    check: Number,
    confirmed: Object,
    outdated: Object,
    answers: Object,
    applied: Object,
    notEnded: Number,
    kept: Object,
    undo: Object,
    examples: { type: [Object], default: [] },
    problemCount: { type: Number, default: 0 },
    warnings: Object,
    overrides: Object,
    keepsLocalChanges: Boolean,
    isOffer: Boolean,
    takesUp: Boolean,
    usualChanges: Number,
    confirmedChanges: Number,
    failure: Object,
    stopping: Boolean,
    lease: Object,
    writing: String,
  } as never,
  { ...strictDocument, minimize: false },
);
runSchema.index({ writing: 1 }, { unique: true, sparse: true });
runSchema.index({ state: 1, _id: 1 });
runSchema.index(...EXPIRY_INDEX);

const partSchema = new Schema<ImportPartDocument>(
  { ...runFields, index: required(Number), data: required(Buffer), ...expiryFields } as never,
  strictDocument,
);
partSchema.index({ runId: 1, index: 1 });
partSchema.index(...EXPIRY_INDEX);

const columnsSchema = new Schema<ImportColumnsDocument>(
  { _id: required(String), columns: Object, values: Object } as never,
  strictDocument,
);

export const createImportModels = (connection: Connection) => ({
  imports: connection.model<ImportDocument>('Import', runSchema, 'imports'),
  importParts: connection.model<ImportPartDocument>('ImportPart', partSchema, 'importparts'),
  importErrors: createImportErrorModel(connection),
  importBatches: createImportBatchModel(connection),
  importOutcomes: createImportOutcomeModel(connection),
  importOpenLines: createOpenLineModel(connection),
  importColumns: connection.model<ImportColumnsDocument>('ImportColumns', columnsSchema, 'importcolumns'),
});
