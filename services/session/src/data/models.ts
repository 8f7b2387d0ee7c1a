import type { Classroom, SessionPolicy, SessionPolicyChoice } from '@qr-attendance/contracts';
import { OUTBOX_INDEX, outboxFields, type WithOutbox } from '@qr-attendance/service-kit';
import { Schema, type Connection, type Types } from 'mongoose';
import type { CurrentCode, RefreshInterval } from '../domain/session.ts';

export interface SessionDocument extends WithOutbox {
  _id: Types.ObjectId;
  courseId: string;
  teacherId: string;
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
/** Projections of what other services own. */
export interface PersonDocument {
  _id: string;
  name: string;
  /** Whether a token of this person is refused. */
  barred?: boolean;
  version: number;
}
export interface CourseDocument {
  _id: string;
  name: string;
  code: string;
  teacherId: string;
  sessionDefaults?: SessionPolicyChoice;
  version: number;
}
export interface EnrolmentDocument {
  _id: string;
  courseId: string;
  studentId: string;
  active: boolean;
  version: number;
}
export interface MarkDocument {
  _id: string;
  sessionId: string;
  status: string;
  version: number;
}

/** The database's clock may run ahead of ours: it removes a code only well after its death. */
const CODE_REMOVAL_SECONDS = 60;

const text = { type: String, required: true as const };
const moment = { type: Date, required: true as const };
const number = { type: Number, required: true as const };
const flag = { type: Boolean, required: true as const };
const options = { versionKey: false, strict: 'throw', strictQuery: 'throw' } as const;

const checks = {
  requirePin: Boolean,
  requireDevice: Boolean,
  requireSelfie: Boolean,
  requirePasskey: Boolean,
};
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
    ...outboxFields,
  },
  options,
);
sessionSchema.index({ teacherId: 1, startTime: -1, _id: -1 });
sessionSchema.index({ courseId: 1, startTime: -1, _id: -1 });
sessionSchema.index({ active: 1, endTime: 1 });
sessionSchema.index(...OUTBOX_INDEX);

const codeSchema = new Schema<CodeDocument>(
  { _id: text, sessionId: text, issuedAt: moment, expiresAt: moment },
  options,
);
codeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: CODE_REMOVAL_SECONDS });
codeSchema.index({ sessionId: 1 });

const personSchema = new Schema<PersonDocument>(
  { _id: text, name: text, barred: Boolean, version: number },
  options,
);
personSchema.index({ barred: 1 });
/** What is left out stays out: it comes from the institution's defaults. */
const sessionDefaultsSchema = new Schema<SessionPolicyChoice>(
  { ...checks, networks: { type: [String], default: undefined } },
  { _id: false },
);
const courseSchema = new Schema<CourseDocument>(
  {
    _id: text,
    name: text,
    code: text,
    teacherId: text,
    sessionDefaults: sessionDefaultsSchema,
    version: number,
  },
  options,
);
const enrolmentSchema = new Schema<EnrolmentDocument>(
  { _id: text, courseId: text, studentId: text, active: flag, version: number },
  options,
);
enrolmentSchema.index({ studentId: 1, courseId: 1 });
const markSchema = new Schema<MarkDocument>(
  { _id: text, sessionId: text, status: text, version: number },
  options,
);
markSchema.index({ sessionId: 1, status: 1 });

/** The collections of this service, on its connection. */
export const createModels = (connection: Connection) => ({
  sessions: connection.model<SessionDocument>('Session', sessionSchema, 'sessions'),
  codes: connection.model<CodeDocument>('Code', codeSchema, 'codes'),
  people: connection.model<PersonDocument>('Person', personSchema, 'people'),
  courses: connection.model<CourseDocument>('Course', courseSchema, 'courses'),
  enrolments: connection.model<EnrolmentDocument>('Enrolment', enrolmentSchema, 'enrolments'),
  marks: connection.model<MarkDocument>('Mark', markSchema, 'marks'),
});
