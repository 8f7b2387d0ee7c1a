import { type CourseDetails, courseDetailsSchema, sessionPolicyChoiceSchema } from '@qr-attendance/contracts';
import type { CourseChanged } from '@qr-attendance/contracts/events';
import { OUTBOX_INDEX, outboxFields, type WithOutbox } from '@qr-attendance/messaging';
import { deadLetterModel, personModel } from '@qr-attendance/messaging/mongo';
import {
  CREATED_ONCE_INDEXES,
  type CreatedOnce,
  createdOnceFields,
  documentFields,
  required,
  strictDocument,
} from '@qr-attendance/server/mongo';
import { Schema, type Connection, type Types } from 'mongoose';

export interface CourseDocument extends CourseDetails, WithOutbox, CreatedOnce {
  /** None until the teacher chooses some. */
  sessionDefaults?: CourseChanged['sessionDefaults'];
  archived?: boolean;
  deleted?: boolean;
  /** The course's own id once it is archived or deleted: its code and section are free for another one. */
  retired?: string;
}
export interface EnrollmentDocument extends WithOutbox {
  _id: Types.ObjectId;
  courseId: Types.ObjectId;
  studentId: string;
  active: boolean;
  enrolledAt: Date;
}

const courseSchema = new Schema<CourseDocument>(
  {
    ...documentFields(courseDetailsSchema),
    teacherId: required(String),
    sessionDefaults: new Schema(documentFields(sessionPolicyChoiceSchema), { _id: false }),
    archived: Boolean,
    deleted: Boolean,
    retired: String,
    ...createdOnceFields,
    ...outboxFields,
  },
  strictDocument,
);
// A course without a section counts as one: the index holds null for it, as for one that is not retired.
courseSchema.index({ teacherId: 1, code: 1, section: 1, retired: 1 }, { unique: true });
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
  strictDocument,
);
enrollmentSchema.index({ courseId: 1, studentId: 1 }, { unique: true });
enrollmentSchema.index({ studentId: 1, active: 1 });
enrollmentSchema.index(...OUTBOX_INDEX);

/** The collections of this service, on its connection. */
export const createModels = (connection: Connection) => ({
  courses: connection.model<CourseDocument>('Course', courseSchema, 'courses'),
  enrollments: connection.model<EnrollmentDocument>('Enrolment', enrollmentSchema, 'enrolments'),
  people: personModel(connection),
  deadLetters: deadLetterModel(connection),
});
export type Models = ReturnType<typeof createModels>;
