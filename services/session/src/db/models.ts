import {
  classroomSchema,
  classRoomNameSchema,
  type RequiredChecks,
  requiredChecksSchema,
  sessionPolicySchema,
} from '@qr-attendance/contracts';
import { OUTBOX_INDEX, outboxFields, type WithOutbox } from '@qr-attendance/messaging';
import { deadLetterModel, personModel, powerNoticeModel } from '@qr-attendance/messaging/mongo';
import {
  CREATED_ONCE_INDEXES,
  type CreationRequest,
  createdOnceFields,
  documentFields,
  required,
  strictDocument,
} from '@qr-attendance/server/mongo';
import { Schema, type Connection, type Types } from 'mongoose';
import { createAuditModel } from './audit-model.ts';
import { createProjectionModels } from './projection-models.ts';
import type { StoredSession } from './stored-session.ts';
import { coveredSections, createTimetableModels, sessionSeriesSchema } from './timetable-models.ts';
import { unitModel } from './unit-model.ts';
import { createUsedWordsModel } from './used-words-model.ts';

/** The collection of counters, which has no writes through the model. */
export const WRONG_CODES = 'wrongcodes';

export interface SessionDocument extends StoredSession, WithOutbox, CreationRequest {
  /**
   * True for ended sessions that were neither held nor canceled, so that an index finds these few. Ignores
   * scans.
   */
  unconfirmed?: boolean;
  jointCourseIds?: string[];
}
interface WrongCodesDocument {
  _id: Types.ObjectId;
  key: string;
  points: number;
  expire: Date;
}
export interface ExtraTimeDocument {
  _id: string;
  courseId: string;
  studentId: string;
  minutes: number;
  /** Entries are immutable; they are deleted with the student. */
  changes: { at: Date; by: string; minutes: number }[];
}
interface InstitutionDocument {
  _id: string;
  floor: RequiredChecks;
  decidedAt?: Date;
  decidedBy?: string;
}
const [text, number, flag, moment] = [
  required(String),
  required(Number),
  required(Boolean),
  required(Date),
] as const;
const withoutId = { _id: false } as const;

const sessionSchema = new Schema<SessionDocument>(
  {
    courseId: text,
    sections: coveredSections,
    jointCourseIds: { type: [String], default: undefined },
    teacherId: text,
    date: text,
    startTime: moment,
    endTime: Date,
    active: flag,
    endedAt: Date,
    canceledAt: Date,
    deletedAt: Date,
    room: new Schema(documentFields(classRoomNameSchema), withoutId),
    online: Boolean,
    location: new Schema(documentFields(classroomSchema), withoutId),
    lateAfterMinutes: number,
    policy: new Schema(documentFields(sessionPolicySchema), withoutId),
    codeShownAt: Date,
    codeLastShownAt: Date,
    confirmedAt: Date,
    unconfirmed: Boolean,
    endedUnattended: Boolean,
    revisions: [
      new Schema(
        {
          at: moment,
          by: String,
          change: text,
          date: text,
          startTime: moment,
          endTime: Date,
          lateAfterMinutes: number,
          sections: coveredSections,
          room: new Schema(documentFields(classRoomNameSchema), withoutId),
          online: Boolean,
        },
        withoutId,
      ),
    ],
    series: sessionSeriesSchema,
    presenceCheck: new Schema(
      { openedAt: moment, endsAt: moment, confirmed: flag, round: number },
      withoutId,
    ),
    refreshInterval: number,
    currentCode: new Schema(
      {
        secret: text,
        refreshes: number,
        issuedAt: moment,
        replaced: { type: [new Schema({ code: text, expiresAt: moment }, withoutId)], default: undefined },
      },
      withoutId,
    ),
    ...createdOnceFields,
    ...outboxFields,
  },
  strictDocument,
);
sessionSchema.index({ teacherId: 1, startTime: -1, _id: -1 });
sessionSchema.index({ courseId: 1, startTime: -1, _id: -1 });
sessionSchema.index({ jointCourseIds: 1, startTime: -1, _id: -1 }, { sparse: true });
sessionSchema.index({ 'series.id': 1, 'series.key': 1 }, { sparse: true });
sessionSchema.index({ 'room.id': 1, startTime: 1 }, { sparse: true });
sessionSchema.index(
  { unconfirmed: 1, startTime: -1, _id: -1 },
  { partialFilterExpression: { unconfirmed: { $exists: true } } },
);
sessionSchema.index({ active: 1, endTime: 1 });
sessionSchema.index({ active: 1, startTime: -1 });
sessionSchema.index({ startTime: 1 });
sessionSchema.index({ deletedAt: 1 }, { sparse: true });
sessionSchema.index(...OUTBOX_INDEX);
for (const index of CREATED_ONCE_INDEXES) sessionSchema.index(...index);

const wrongCodesSchema = new Schema<WrongCodesDocument>(
  { key: text, points: number, expire: moment },
  strictDocument,
);
wrongCodesSchema.index({ key: 1 }, { unique: true });
wrongCodesSchema.index({ expire: 1 }, { expireAfterSeconds: 0 });

const extraTimeSchema = new Schema<ExtraTimeDocument>(
  {
    _id: text,
    courseId: text,
    studentId: text,
    minutes: number,
    changes: [new Schema({ at: moment, by: text, minutes: number }, withoutId)],
  },
  strictDocument,
);
extraTimeSchema.index({ courseId: 1 });
extraTimeSchema.index({ studentId: 1 });

const institutionSchema = new Schema<InstitutionDocument>(
  {
    _id: text,
    floor: new Schema(documentFields(requiredChecksSchema), withoutId),
    decidedAt: Date,
    decidedBy: String,
  },
  strictDocument,
);

export const createModels = (connection: Connection) => ({
  powerNotices: powerNoticeModel(connection),
  sessions: connection.model<SessionDocument>('Session', sessionSchema, 'sessions'),
  wrongCodes: connection.model<WrongCodesDocument>('WrongCodes', wrongCodesSchema, WRONG_CODES),
  usedWords: createUsedWordsModel(connection),
  extraTimes: connection.model<ExtraTimeDocument>('ExtraTime', extraTimeSchema, 'extratimes'),
  institution: connection.model<InstitutionDocument>('Institution', institutionSchema, 'institution'),
  audit: createAuditModel(connection),
  ...createTimetableModels(connection),
  deadLetters: deadLetterModel(connection),
  people: personModel(connection),
  ...createProjectionModels(connection),
  units: unitModel(connection),
});
export type Models = ReturnType<typeof createModels>;
