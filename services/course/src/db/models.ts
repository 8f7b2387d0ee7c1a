import type { SessionPolicyChoice } from '@qr-attendance/contracts';
import {
  deadLetterModel,
  OUTBOX_INDEX,
  outboxFields,
  type PersonDocument,
  REFUSAL_INDEXES,
  refusalFields,
  type WithOutbox,
} from '@qr-attendance/messaging';
import { CREATED_ONCE_INDEXES, type CreatedOnce, createdOnceFields } from '@qr-attendance/server';
import { Schema, type Connection, type Model, type Types } from 'mongoose';

export interface CourseDocument extends WithOutbox, CreatedOnce {
  name: string;
  code: string;
  section?: string;
  semester: number;
  /** None until the teacher chooses some. */
  sessionDefaults?: SessionPolicyChoice;
}
export interface EnrollmentDocument extends WithOutbox {
  _id: Types.ObjectId;
  courseId: Types.ObjectId;
  studentId: string;
  active: boolean;
  enrolledAt: Date;
}

const required = <T>(type: T) => ({ type, required: true as const });
const options = { versionKey: false, strict: 'throw', strictQuery: 'throw' } as const;

/** What is left out stays out: it comes from the institution's defaults. */
const sessionDefaultsSchema = new Schema<SessionPolicyChoice>(
  {
    requirePin: Boolean,
    requireDevice: Boolean,
    requireSelfie: Boolean,
    requirePasskey: Boolean,
    networks: { type: [String], default: undefined },
  },
  { _id: false },
);
const courseSchema = new Schema<CourseDocument>(
  {
    name: required(String),
    code: required(String),
    section: String,
    semester: required(Number),
    teacherId: required(String),
    sessionDefaults: sessionDefaultsSchema,
    ...createdOnceFields,
    ...outboxFields,
  },
  options,
);
// A course without a section counts as one: the index holds null for it.
courseSchema.index({ teacherId: 1, code: 1, section: 1 }, { unique: true });
courseSchema.index({ code: 1, _id: 1 });
courseSchema.index(...OUTBOX_INDEX);
for (const index of CREATED_ONCE_INDEXES) courseSchema.index(...index);

const enrollmentSchema = new Schema<EnrollmentDocument>(
  {
    courseId: required(Schema.Types.ObjectId),
    studentId: required(String),
    active: required(Boolean),
    enrolledAt: required(Date),
    ...outboxFields,
  },
  options,
);
enrollmentSchema.index({ courseId: 1, studentId: 1 }, { unique: true });
enrollmentSchema.index({ studentId: 1, active: 1 });
enrollmentSchema.index(...OUTBOX_INDEX);

const personSchema = new Schema<PersonDocument>(
  { _id: required(String), name: required(String), ...refusalFields, version: required(Number) },
  options,
);
for (const index of REFUSAL_INDEXES) personSchema.index(index);

export interface Models {
  courses: Model<CourseDocument>;
  enrollments: Model<EnrollmentDocument>;
  people: Model<PersonDocument>;
  deadLetters: ReturnType<typeof deadLetterModel>;
}

/** The collections of this service, on its connection. */
export const createModels = (connection: Connection): Models => ({
  courses: connection.model<CourseDocument>('Course', courseSchema, 'courses'),
  enrollments: connection.model<EnrollmentDocument>('Enrolment', enrollmentSchema, 'enrolments'),
  people: connection.model<PersonDocument>('Person', personSchema, 'people'),
  deadLetters: deadLetterModel(connection),
});
