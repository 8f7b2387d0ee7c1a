import type { MembershipChanged, MembershipPeriod } from '@qr-attendance/contracts/events';
import { OUTBOX_INDEX, outboxFields, type WithOutbox } from '@qr-attendance/messaging';
import { required, strictDocument } from '@qr-attendance/server/mongo';
import type { Ledger } from '@qr-attendance/statements';
import { Schema, type Connection, type Types } from 'mongoose';

type End = NonNullable<MembershipPeriod['end']>;

export interface Period extends Pick<MembershipPeriod, 'sectionId' | 'by' | 'voided'> {
  began: Date;
  recordedAt: Date;
  ended?: Date | undefined;
  end?: (Pick<End, 'how' | 'by'> & { recordedAt: Date }) | undefined;
  /** The merged student from whose record the period comes. */
  source?: string | undefined;
  /** Staff entered the student without a request, so the student may leave. */
  unasked?: boolean | undefined;
  /** A file began the period. Missing in periods of earlier releases. */
  stated?: boolean | undefined;
}

export type MembershipStatements = Record<string, Ledger>;

const withoutId = { _id: false } as const;

export interface EnrollmentDocument extends WithOutbox {
  _id: Types.ObjectId;
  courseId: Types.ObjectId;
  studentId: string;
  /** `sectionId`, `active` and `changesAt` are derived from the periods at the last write (`standingOf`). */
  sectionId: string;
  active: boolean;
  ended?: MembershipChanged['ended'];
  /** The next moment at which a period begins or ends. */
  changesAt?: Date;
  periods: Period[];
  /** The student was merged into another person, who has these periods until the merge is undone. */
  aside?: MergedMembership;
  statements?: MembershipStatements;
}
export interface MergedMembership {
  into: string;
  periods: Period[];
  /** The sections whose statements the other record has until the merge is undone. */
  lent?: string[] | undefined;
}

const periodSchema = new Schema<Period>(
  {
    sectionId: required(String),
    began: required(Date),
    recordedAt: required(Date),
    by: required(String),
    ended: Date,
    end: new Schema({ how: required(String), recordedAt: required(Date), by: String }, withoutId),
    voided: required(Boolean),
    source: String,
    unasked: Boolean,
    stated: Boolean,
  },
  withoutId,
);

const enrollmentSchema = new Schema<EnrollmentDocument>(
  {
    courseId: required(Schema.Types.ObjectId),
    studentId: required(String),
    sectionId: required(String),
    active: required(Boolean),
    ended: String,
    changesAt: Date,
    periods: [periodSchema],
    aside: new Schema(
      {
        into: required(String),
        periods: [periodSchema],
        lent: { type: [String], default: undefined },
      },
      withoutId,
    ),
    statements: Object,
    ...outboxFields,
  },
  { ...strictDocument, minimize: false },
);
enrollmentSchema.index({ courseId: 1, studentId: 1 }, { unique: true });
enrollmentSchema.index({ studentId: 1, active: 1 });
enrollmentSchema.index({ changesAt: 1 }, { sparse: true });
enrollmentSchema.index(...OUTBOX_INDEX);

export const createEnrollmentModel = (connection: Connection) =>
  connection.model<EnrollmentDocument>('Enrollment', enrollmentSchema, 'enrollments');
