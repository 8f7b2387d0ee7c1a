import { required, strictDocument } from '@qr-attendance/server/mongo';
import { Schema, type Connection } from 'mongoose';

export interface UsedWordsDocument {
  _id: string;
  sessionId: string;
  studentId: string;
  /** Thumbprint of the browser's key, or the id of a person whose browser has no key. */
  browser: string;
  refusals: number;
  expiresAt: Date;
}
const usedWordsSchema = new Schema<UsedWordsDocument>(
  {
    _id: required(String),
    sessionId: required(String),
    studentId: required(String),
    browser: required(String),
    refusals: required(Number),
    expiresAt: required(Date),
  },
  strictDocument,
);
usedWordsSchema.index({ sessionId: 1, studentId: 1 }, { unique: true });
usedWordsSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const createUsedWordsModel = (connection: Connection) =>
  connection.model<UsedWordsDocument>('UsedWords', usedWordsSchema, 'usedwords');
