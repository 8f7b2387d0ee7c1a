import type { SessionPolicyChoice } from '@qr-attendance/contracts';
import { type PersonDocument, REFUSAL_INDEXES, refusalFields } from '@qr-attendance/messaging';
import { Schema, type Connection } from 'mongoose';
import { checks, flag, number, options, text } from './schema-fields.ts';

export interface CourseDocument {
  _id: string;
  name: string;
  code: string;
  teacherId: string;
  sessionDefaults?: SessionPolicyChoice;
  version: number;
}
export interface EnrollmentDocument {
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

const personSchema = new Schema<PersonDocument>(
  { _id: text, name: text, ...refusalFields, version: number },
  options,
);
for (const index of REFUSAL_INDEXES) personSchema.index(index);
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
const enrollmentSchema = new Schema<EnrollmentDocument>(
  { _id: text, courseId: text, studentId: text, active: flag, version: number },
  options,
);
enrollmentSchema.index({ studentId: 1, courseId: 1 });
const markSchema = new Schema<MarkDocument>(
  { _id: text, sessionId: text, status: text, version: number },
  options,
);
markSchema.index({ sessionId: 1, status: 1 });

/** The collections that hold what this service last heard of what others own. */
export const createProjectionModels = (connection: Connection) => ({
  people: connection.model<PersonDocument>('Person', personSchema, 'people'),
  courses: connection.model<CourseDocument>('Course', courseSchema, 'courses'),
  enrollments: connection.model<EnrollmentDocument>('Enrolment', enrollmentSchema, 'enrolments'),
  marks: connection.model<MarkDocument>('Mark', markSchema, 'marks'),
});
