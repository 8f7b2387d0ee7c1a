import type { Classroom, SessionPolicy } from '@qr-attendance/contracts';
import { deadLetterModel, OUTBOX_INDEX, outboxFields, type WithOutbox } from '@qr-attendance/messaging';
import { CREATED_ONCE_INDEXES, type CreatedOnce, createdOnceFields } from '@qr-attendance/server';
import { Schema, type Connection, type Types } from 'mongoose';
import type { CurrentCode, RefreshInterval } from '../sessions/rules/session.ts';
import { createProjectionModels } from './projection-models.ts';
import { checks, flag, moment, number, options, text } from './schema-fields.ts';
import { WRONG_CODES } from '../scanning/wrong-codes.ts';

export interface SessionDocument extends WithOutbox, CreatedOnce {
  courseId: string;
  date: string;
  startTime: Date;
  endTime?: Date;
  active: boolean;
  endedAt?: Date;
  location?: Classroom;
  lateAfterMinutes: number;
  /** None in sessions from before there were policies. */
  policy?: SessionPolicy;
  refreshInterval: RefreshInterval;
  currentCode: CurrentCode;
}
/** A code that may be alive; being the primary key makes it unique among all that are. */
export interface CodeDocument {
  _id: string;
  sessionId: string;
  issuedAt: Date;
  /** On this service's clock, grace included. */
  expiresAt: Date;
}
/** How many wrong codes a person tried lately; written by the library that counts. */
export interface WrongCodesDocument {
  _id: Types.ObjectId;
  key: string;
  points: number;
  expire: Date;
}

/** The database's clock may run ahead of ours: it removes a code only well after its death. */
const CODE_REMOVAL_SECONDS = 60;

const policySchema = new Schema<SessionPolicy>({ ...checks, networks: [String] }, { _id: false });

const sessionSchema = new Schema<SessionDocument>(
  {
    courseId: text,
    teacherId: text,
    date: text,
    startTime: moment,
    endTime: Date,
    active: flag,
    endedAt: Date,
    location: new Schema({ latitude: number, longitude: number, radius: number }, { _id: false }),
    lateAfterMinutes: number,
    policy: policySchema,
    refreshInterval: number,
    currentCode: new Schema({ code: text, issuedAt: moment }, { _id: false }),
    ...createdOnceFields,
    ...outboxFields,
  },
  options,
);
sessionSchema.index({ teacherId: 1, startTime: -1, _id: -1 });
sessionSchema.index({ courseId: 1, startTime: -1, _id: -1 });
sessionSchema.index({ active: 1, endTime: 1 });
sessionSchema.index(...OUTBOX_INDEX);
for (const index of CREATED_ONCE_INDEXES) sessionSchema.index(...index);

const codeSchema = new Schema<CodeDocument>(
  { _id: text, sessionId: text, issuedAt: moment, expiresAt: moment },
  options,
);
codeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: CODE_REMOVAL_SECONDS });
codeSchema.index({ sessionId: 1 });

const wrongCodesSchema = new Schema<WrongCodesDocument>(
  { key: text, points: number, expire: moment },
  options,
);
wrongCodesSchema.index({ key: 1 }, { unique: true });
wrongCodesSchema.index({ expire: 1 }, { expireAfterSeconds: 0 });

/** The collections of this service, on its connection. */
export const createModels = (connection: Connection) => ({
  sessions: connection.model<SessionDocument>('Session', sessionSchema, 'sessions'),
  codes: connection.model<CodeDocument>('Code', codeSchema, 'codes'),
  wrongCodes: connection.model<WrongCodesDocument>('WrongCodes', wrongCodesSchema, WRONG_CODES),
  deadLetters: deadLetterModel(connection),
  ...createProjectionModels(connection),
});
