import type { ImportOutcome } from '@qr-attendance/contracts';
import { required, strictDocument } from '@qr-attendance/server/mongo';
import { Schema, type Connection, type Types } from 'mongoose';
import { EXPIRY_INDEX, expiryFields, runFields } from './import-fields.ts';

/** A person, and the key of an object about them. */
export interface ImportedPerson {
  id: string;
  key: string;
}

/** A student whom a run added to a section, or whose time there it ended. */
export interface RosterEffect {
  courseId: string;
  sectionId: string;
  effect: 'added' | 'ended';
}
/** With the key of the object, and the line of the file that has the effect. Batches of earlier releases have no line. */
export type StoredEffect = RosterEffect & { key: string; line?: number };

/** A line that was applied and changed something. Line 0: a complete file lacks the object. */
export interface ImportedLine {
  line: number;
  key: string;
  outcome: ImportOutcome;
  values: string[];
  changed: { field: string; from: unknown; to: unknown }[];
  /** The person of the line, where its key does not name one. */
  about?: string;
}

/** The objects about which some lines of a run were applied, in their order. */
export interface ImportBatchDocument {
  _id: string;
  runId: Types.ObjectId;
  /** Undone in reverse order. */
  order: number;
  /** Those that are not undone yet. */
  keys: string[];
  /** Those that the run has added. */
  added: string[];
  people: ImportedPerson[];
  /** The changes of rosters by the lines, and by their undo. */
  effects: StoredEffect[];
  undone: StoredEffect[];
  source?: string;
  /** Statements that the run repeated. They are not written to their objects, which would cost most of an import. */
  restated?: string[];
  /** How many an undo changed, and those that it left as they are. */
  restored: number;
  kept: string[];
  /** Missing in runs of earlier releases. */
  lines?: ImportedLine[];
  /** Those that ended, and whose past stays. */
  pastKept?: string[];
  /** Those that an undo has removed from `keys`. */
  undoneKeys?: string[];
  expiresAt: Date;
}

const effectSchema = new Schema<StoredEffect>(
  {
    key: required(String),
    courseId: required(String),
    sectionId: required(String),
    effect: required(String),
    line: Number,
  } as never,
  { _id: false },
);

const batchSchema = new Schema<ImportBatchDocument>(
  {
    ...runFields,
    order: required(Number),
    keys: [String],
    added: [String],
    effects: [effectSchema],
    undone: [effectSchema],
    people: [new Schema({ id: required(String), key: required(String) }, { _id: false })],
    source: String,
    restated: { type: [String], default: undefined },
    restored: { type: Number, default: 0 },
    kept: [String],
    lines: { type: [Object], default: undefined },
    pastKept: { type: [String], default: undefined },
    undoneKeys: { type: [String], default: undefined },
    ...expiryFields,
  } as never,
  strictDocument,
);
batchSchema.index({ runId: 1, order: -1 });
batchSchema.index({ runId: 1, added: 1 });
batchSchema.index({ runId: 1, 'effects.sectionId': 1, order: 1 });
batchSchema.index({ runId: 1, 'undone.sectionId': 1, order: 1 });
batchSchema.index({ restated: 1 }, { sparse: true });
batchSchema.index({ 'people.id': 1 });
batchSchema.index({ undoneKeys: 1 }, { sparse: true });
batchSchema.index(...EXPIRY_INDEX);

export const createImportBatchModel = (connection: Connection) =>
  connection.model<ImportBatchDocument>('ImportBatch', batchSchema, 'importbatches');
