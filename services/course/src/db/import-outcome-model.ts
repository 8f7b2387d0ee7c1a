import { required, strictDocument } from '@qr-attendance/server/mongo';
import { Schema, type Connection, type Types } from 'mongoose';
import { EXPIRY_INDEX, expiryFields, runFields } from './import-fields.ts';

/** The outcomes that a preview shows for a batch, to compare them with the preview at the confirmation. */
export interface ImportOutcomesDocument {
  _id: string;
  runId: Types.ObjectId;
  /** The number of the preview. */
  check: number;
  /** The outcomes in the order of the lines, and the number of lines in a row that have it. */
  outcomes: { shown: string; count: number }[];
  /** Objects that a complete file lacks, and that end. */
  ending: string[];
  expiresAt: Date;
}

const outcomesSchema = new Schema<ImportOutcomesDocument>(
  {
    ...runFields,
    check: required(Number),
    outcomes: [new Schema({ shown: required(String), count: required(Number) }, { _id: false })],
    ending: [String],
    ...expiryFields,
  } as never,
  strictDocument,
);
outcomesSchema.index({ runId: 1, check: 1 });
outcomesSchema.index(...EXPIRY_INDEX);

export const createImportOutcomeModel = (connection: Connection) =>
  connection.model<ImportOutcomesDocument>('ImportOutcomes', outcomesSchema, 'importoutcomes');
