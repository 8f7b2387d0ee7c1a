import type { ImportKind, OpenLineState } from '@qr-attendance/contracts';
import { required, strictDocument } from '@qr-attendance/server/mongo';
import { Schema, type Connection, type Types } from 'mongoose';

/**
 * A line of a file that was not applied, or with declined values. The next file about the same object
 * replaces it.
 */
export interface OpenLineDocument {
  _id: string;
  state: OpenLineState;
  kind: ImportKind;
  source: string;
  runId: Types.ObjectId;
  fileName: string;
  line: number;
  values: string[];
  fields: Record<string, string>;
  /** Fields with a column in the file. An empty cell in such a column can state that there is no value. */
  columns: string[];
  problem?: string;
  field?: string;
  otherLine?: number;
  day?: string;
  meant?: string;
  key?: string;
  leftOut?: { field: string; from: unknown; to: unknown }[];
  since: Date;
  search: string[];
  about?: string;
  /** Missing for declined lines, which are kept as long as the statement that declines them. */
  expiresAt?: Date;
}

const openLineSchema = new Schema<OpenLineDocument>(
  {
    _id: required(String),
    state: required(String),
    kind: required(String),
    runId: required(Schema.Types.ObjectId),
    source: required(String),
    fileName: required(String),
    line: required(Number),
    values: [String],
    fields: Object,
    columns: [String],
    problem: String,
    field: String,
    otherLine: Number,
    day: String,
    meant: String,
    key: String,
    leftOut: {
      type: [Object],
      default: undefined,
    },
    since: required(Date),
    search: [String],
    about: String,
    expiresAt: Date,
  } as never,
  { ...strictDocument, minimize: false },
);
openLineSchema.index({ kind: 1, state: 1, since: -1, _id: 1 });
openLineSchema.index({ runId: 1 });
openLineSchema.index({ about: 1 }, { sparse: true });
openLineSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const createOpenLineModel = (connection: Connection) =>
  connection.model<OpenLineDocument>('ImportOpenLine', openLineSchema, 'importopenlines');
