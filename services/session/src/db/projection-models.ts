import {
  sectionDetailsSchema,
  sessionDefaultsChoiceSchema,
  staffMemberSchema,
} from '@qr-attendance/contracts';
import type {
  AttendanceMarked,
  CourseChanged,
  MembershipChanged,
  MembershipPeriod,
} from '@qr-attendance/contracts/events';
import { documentFields, required, strictDocument } from '@qr-attendance/server/mongo';
import { Schema, type Connection } from 'mongoose';

export type CourseDocument = ProjectedDocument<
  CourseChanged,
  'name' | 'code' | 'sections' | 'teacherId' | 'staff' | 'unitId' | 'sessionDefaults' | 'archived' | 'termId'
>;
export type EnrollmentDocument = ProjectedDocument<MembershipChanged, 'courseId' | 'studentId' | 'active'> &
  Pick<MembershipPeriod, 'sectionId'> & {
    periods: StoredPeriod[];
  };
export type CourseMember = Pick<EnrollmentDocument, 'courseId' | 'studentId' | 'periods'>;
export interface StoredPeriod extends Pick<MembershipPeriod, 'sectionId'> {
  began: Date;
  ended?: Date | undefined;
}
export type MarkDocument = ProjectedDocument<AttendanceMarked, 'sessionId' | 'status'> & {
  scanned: boolean;
  decidedAt: Date | null;
};
type ProjectedDocument<State extends { version: number }, Field extends keyof State> = { _id: string } & Pick<
  State,
  Field | 'version'
>;

const [text, number, flag] = [required(String), required(Number), required(Boolean)] as const;
const withoutId = { _id: false } as const;

const courseSchema = new Schema<CourseDocument>(
  {
    _id: text,
    name: text,
    code: text,
    sections: [new Schema(documentFields(sectionDetailsSchema), withoutId)],
    teacherId: text,
    staff: [new Schema(documentFields(staffMemberSchema), withoutId)],
    unitId: String,
    sessionDefaults: new Schema(documentFields(sessionDefaultsChoiceSchema), withoutId),
    archived: Boolean,
    termId: String,
    version: number,
  },
  strictDocument,
);
courseSchema.index({ teacherId: 1 });
courseSchema.index({ 'staff.userId': 1 });
courseSchema.index({ unitId: 1 });
courseSchema.index({ termId: 1 });
const enrollmentSchema = new Schema<EnrollmentDocument>(
  {
    _id: text,
    courseId: text,
    sectionId: text,
    studentId: text,
    active: flag,
    version: number,
    periods: [new Schema<StoredPeriod>({ sectionId: text, began: required(Date), ended: Date }, withoutId)],
  },
  strictDocument,
);
enrollmentSchema.index({ studentId: 1, courseId: 1 });
enrollmentSchema.index({ courseId: 1, active: 1 });
enrollmentSchema.index({ 'periods.sectionId': 1 });
const markSchema = new Schema<MarkDocument>(
  { _id: text, sessionId: text, status: text, scanned: flag, decidedAt: Date, version: number },
  strictDocument,
);
markSchema.index({ sessionId: 1, status: 1 });

export const createProjectionModels = (connection: Connection) => ({
  courses: connection.model<CourseDocument>('Course', courseSchema, 'courses'),
  enrollments: connection.model<EnrollmentDocument>('Enrollment', enrollmentSchema, 'enrollments'),
  marks: connection.model<MarkDocument>('Mark', markSchema, 'marks'),
});
