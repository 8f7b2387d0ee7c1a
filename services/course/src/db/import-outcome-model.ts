import { required, strictDocument } from '@qr-attendance/server/mongo';
import { Schema, type Connection, type Types } from 'mongoose';
import { EXPIRY_INDEX, expiryFields, runFields } from './import-fields.ts';

/** The outcomes of a batch in a preview, for comparison with the outcomes at the confirmation. */
export interface ImportOutcomesDocument {
  _id: string;
  runId: Types.ObjectId;
  check: number;
  /** Outcomes in the order of the lines, each with the number of consecutive lines that have it. */
  outcomes: { shown: string; count: number }[];
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
