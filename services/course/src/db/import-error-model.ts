import type { LongClass } from '@qr-attendance/contracts';
import { required, strictDocument } from '@qr-attendance/server/mongo';
import { Schema, type Connection, type Types } from 'mongoose';
import { EXPIRY_INDEX, expiryFields, runFields } from './import-fields.ts';

export interface SamePerson {
  key: string;
  person: string;
}
export interface ImportErrorDocument {
  _id: string;
  runId: Types.ObjectId;
  line: number;
  field?: string;
  values: string[];
  /** The cells of the file. Errors from earlier releases and lines about erased people have none. */
  cells?: string[] | undefined;
  /** The reason why the line is not imported, or the preview's warning. */
  problem: string;
  otherLine?: number;
  otherCourse?: string;
  longClass?: LongClass;
  day?: string;
  meant?: string;
  samePerson?: SamePerson;
  isPending?: boolean;
  /** The person of the line, if known. Erasing the person removes values and cells. */
  about?: string;
  expiresAt: Date;
}

const errorSchema = new Schema<ImportErrorDocument>(
  {
    ...runFields,
    line: required(Number),
    field: String,
    values: [String],
    cells: { type: [String], default: undefined },
    problem: required(String),
    otherLine: Number,
    otherCourse: String,
    longClass: Object,
    day: String,
    meant: String,
    samePerson: Object,
    isPending: Boolean,
    about: String,
    ...expiryFields,
  } as never,
  strictDocument,
);
errorSchema.index({ runId: 1, line: 1 });
errorSchema.index({ about: 1 }, { sparse: true });
errorSchema.index(...EXPIRY_INDEX);

export const createImportErrorModel = (connection: Connection) =>
  connection.model<ImportErrorDocument>('ImportError', errorSchema, 'importerrors');
