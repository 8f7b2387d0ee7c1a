import type { LongClass } from '@qr-attendance/contracts';
import { required, strictDocument } from '@qr-attendance/server/mongo';
import { Schema, type Connection, type Types } from 'mongoose';
import { EXPIRY_INDEX, expiryFields, runFields } from './import-fields.ts';

/** A withdrawn person who may be the one of a line with another ID. */
export interface SamePerson {
  /** The key of the line. */
  key: string;
  person: string;
}
export interface ImportErrorDocument {
  _id: string;
  runId: Types.ObjectId;
  line: number;
  field?: string;
  values: string[];
  /** The cells of the file. Errors of earlier releases and lines about erased people have none. */
  cells?: string[] | undefined;
  /** Why the line is not imported, or what the preview warns about. */
  problem: string;
  otherLine?: number;
  otherCourse?: string;
  longClass?: LongClass;
  day?: string;
  meant?: string;
  samePerson?: SamePerson;
  /** The line can be read, so it is offered again. */
  isPending?: boolean;
  /** The person whom the line is about, as far as known. Their erasure removes values and cells. */
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
