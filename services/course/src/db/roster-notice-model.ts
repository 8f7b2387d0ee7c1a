import type { rosterNoticeKindSchema } from '@qr-attendance/contracts';
import { required, strictDocument } from '@qr-attendance/server/mongo';
import { Schema, type Connection, type Types } from 'mongoose';
import type { z } from 'zod';
import { EXPIRY_INDEX, expiryFields } from './import-fields.ts';

export interface RosterNoticeDocument {
  /** Composed of the run, its kind and the section, so that it is written once. */
  _id: string;
  runId: Types.ObjectId;
  courseId: Types.ObjectId;
  sectionId: string;
  kind: z.output<typeof rosterNoticeKindSchema>;
  source: string;
  added: number;
  ended: number;
  at: Date;
  seenBy: string[];
  expiresAt: Date;
}

const schema = new Schema<RosterNoticeDocument>(
  {
    _id: required(String),
    runId: required(Schema.Types.ObjectId),
    courseId: required(Schema.Types.ObjectId),
    sectionId: required(String),
    kind: required(String),
    source: required(String),
    added: required(Number),
    ended: required(Number),
    at: required(Date),
    seenBy: [String],
    ...expiryFields,
  } as never,
  strictDocument,
);
schema.index({ runId: 1 });
schema.index({ courseId: 1, at: -1, _id: 1 });
schema.index(...EXPIRY_INDEX);

export const createRosterNoticeModel = (connection: Connection) =>
  connection.model<RosterNoticeDocument>('RosterNotice', schema, 'rosternotices');
