import type { ImportOutcome } from '@qr-attendance/contracts';
import { required, strictDocument } from '@qr-attendance/server/mongo';
import { Schema, type Connection, type Types } from 'mongoose';
import { EXPIRY_INDEX, expiryFields, runFields } from './import-fields.ts';

export interface ImportedPerson {
  id: string;
  key: string;
}

export interface RosterEffect {
  courseId: string;
  sectionId: string;
  effect: 'added' | 'ended';
}
/**
 * The effect with the key of its object and the line of the file. Batches of earlier releases have no line.
 */
export type StoredEffect = RosterEffect & { key: string; line?: number };

/** An applied line that changed something. Line 0: a complete file omits the object. */
export interface ImportedLine {
  line: number;
  key: string;
  outcome: ImportOutcome;
  values: string[];
  changed: { field: string; from: unknown; to: unknown }[];
  /** The person of the line, unless the key names them. */
  about?: string;
}

/** A batch of applied lines of a run; `keys` are the objects in order. */
export interface ImportBatchDocument {
  _id: string;
  runId: Types.ObjectId;
  /** The position in the run; batches are undone in reverse order. */
  order: number;
  /** Objects whose changes have not been undone yet. */
  keys: string[];
  added: string[];
  people: ImportedPerson[];
  /** Changes of rosters by the lines, and by their undo. */
  effects: StoredEffect[];
  undone: StoredEffect[];
  source?: string;
  /** Statements that the run repeated. Writing them to their objects would take most of an import's time. */
  restated?: string[];
  /** The number of objects that an undo changed, and the keys of those that it kept. */
  restored: number;
  kept: string[];
  lines?: ImportedLine[];
  /** Objects that the run ended, and whose past stays visible. */
  pastKept?: string[];
  /** Keys that an undo has removed from `keys`. */
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
