import {
  type CourseDetails,
  courseDetailsSchema,
  type EnrollmentRequestState,
  type SectionDetails,
  sectionDetailsSchema,
  sessionDefaultsChoiceSchema,
  type StaffChange,
  type StaffMember,
  staffMemberSchema,
} from '@qr-attendance/contracts';
import type { CourseChanged } from '@qr-attendance/contracts/events';
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
import { createCampusModels } from './campus-models.ts';
import { createEnrollmentModel } from './enrollment-models.ts';
import { createImportModels } from './import-models.ts';
import { createRosterNoticeModel } from './roster-notice-model.ts';
import {
  ARRIVING_INDEX,
  courseStatementFields,
  type CourseStatements,
  STAFF_STATEMENTS_INDEX,
} from './statement-models.ts';

export const WRONG_KEYS = 'wrongkeys';

const withoutId = { _id: false } as const;

export interface StaffChangeEntry extends Pick<StaffMember, 'userId' | 'from' | 'until'> {
  at: string;
  by: string;
  change: StaffChange;
  role: string;
}
export interface CourseDocument extends CourseDetails, WithOutbox, CreationRequest, CourseStatements {
  sections: SectionDetails[];
  teacherId: string;
  ownerSince?: string;
  staff?: StaffMember[];
  /** The latest changes, oldest first. They are not published. */
  staffChanges?: StaffChangeEntry[];
  sessionDefaults?: CourseChanged['sessionDefaults'];
  archived?: boolean;
  archivedWithTerm?: boolean;
  copiedFrom?: string;
  externalId?: string;
  deleted?: boolean;
  /** The id of an archived or deleted course, which frees its code and section for another one. */
  retired?: string;
  enrollmentMode?: CourseChanged['enrollmentMode'];
  mayLeave?: boolean;
  guests?: boolean;
  search: string[];
}
export interface AccessDocument {
  _id: string;
  key?: string;
  invitation?: { token: string; expiresAt: Date };
}
interface KeyTriesDocument {
  _id: Types.ObjectId;
  key: string;
  points: number;
  expire: Date;
}
export interface EnrollmentRequestDocument {
  _id: Types.ObjectId;
  courseId: Types.ObjectId;
  studentId: string;
  state: EnrollmentRequestState;
  sectionId?: string | undefined;
  requestedAt: Date;
  expiresAt: Date;
}
const courseSchema = new Schema<CourseDocument>(
  {
    ...documentFields(courseDetailsSchema),
    sections: [new Schema(documentFields(sectionDetailsSchema), withoutId)],
    teacherId: required(String),
    ownerSince: String,
    staff: { type: [new Schema(documentFields(staffMemberSchema), withoutId)], default: undefined },
    staffChanges: {
      type: [
        new Schema(
          {
            at: required(String),
            by: required(String),
            userId: required(String),
            change: required(String),
            role: required(String),
            from: String,
            until: String,
          },
          withoutId,
        ),
      ],
      default: undefined,
    },
    sessionDefaults: new Schema(documentFields(sessionDefaultsChoiceSchema), withoutId),
    archived: Boolean,
    archivedWithTerm: Boolean,
    copiedFrom: String,
    externalId: String,
    deleted: Boolean,
    retired: String,
    enrollmentMode: String,
    mayLeave: Boolean,
    guests: Boolean,
    search: [String],
    ...courseStatementFields,
    ...createdOnceFields,
    ...outboxFields,
  },
  { ...strictDocument, minimize: false },
);
// A missing section, term or `retired` counts as null in the index.
courseSchema.index({ teacherId: 1, code: 1, section: 1, termId: 1, retired: 1 }, { unique: true });
courseSchema.index(
  { copiedFrom: 1, termId: 1 },
  { unique: true, partialFilterExpression: { copiedFrom: { $exists: true } } },
);
courseSchema.index(
  { externalId: 1 },
  { unique: true, partialFilterExpression: { externalId: { $exists: true } } },
);
courseSchema.index({ 'sections.externalId': 1 }, { sparse: true });
courseSchema.index({ 'sections.id': 1 });
courseSchema.index({ termId: 1, retired: 1 });
courseSchema.index({ archivedWithTerm: 1, termId: 1 }, { sparse: true });
courseSchema.index({ unitId: 1, code: 1, _id: 1 });
courseSchema.index({ 'staff.userId': 1 });
courseSchema.index(...STAFF_STATEMENTS_INDEX);
courseSchema.index(...ARRIVING_INDEX);
courseSchema.index({ code: 1, _id: 1 });
// A search reads documents in the order of its result, so it stops at the page size.
courseSchema.index({ search: 1, code: 1, _id: 1 });
courseSchema.index(...OUTBOX_INDEX);
for (const index of CREATED_ONCE_INDEXES) courseSchema.index(...index);

const accessSchema = new Schema<AccessDocument>(
  {
    _id: required(String),
    key: String,
    invitation: new Schema({ token: required(String), expiresAt: required(Date) }, withoutId),
  },
  strictDocument,
);
accessSchema.index({ 'invitation.token': 1 }, { unique: true, sparse: true });

const keyTriesSchema = new Schema<KeyTriesDocument>(
  { key: required(String), points: required(Number), expire: required(Date) },
  strictDocument,
);
keyTriesSchema.index({ key: 1 }, { unique: true });
keyTriesSchema.index({ expire: 1 }, { expireAfterSeconds: 0 });

const requestSchema = new Schema<EnrollmentRequestDocument>(
  {
    courseId: required(Schema.Types.ObjectId),
    studentId: required(String),
    state: required(String),
    sectionId: String,
    requestedAt: required(Date),
    expiresAt: required(Date),
  },
  strictDocument,
);
requestSchema.index({ courseId: 1, studentId: 1 }, { unique: true });
requestSchema.index({ courseId: 1, state: 1, _id: 1 });
requestSchema.index({ studentId: 1 });
requestSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const createModels = (connection: Connection) => ({
  courses: connection.model<CourseDocument>('Course', courseSchema, 'courses'),
  enrollments: createEnrollmentModel(connection),
  access: connection.model<AccessDocument>('EnrollmentAccess', accessSchema, 'enrollmentaccess'),
  requests: connection.model<EnrollmentRequestDocument>(
    'EnrollmentRequest',
    requestSchema,
    'enrollmentrequests',
  ),
  keyTries: connection.model<KeyTriesDocument>('KeyTries', keyTriesSchema, WRONG_KEYS),
  audit: createAuditModel(connection),
  ...createCampusModels(connection),
  ...createImportModels(connection),
  rosterNotices: createRosterNoticeModel(connection),
  powerNotices: powerNoticeModel(connection),
  people: personModel(connection),
  deadLetters: deadLetterModel(connection),
});
export type Models = ReturnType<typeof createModels>;
