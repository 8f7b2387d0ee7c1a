import {
  termDetailsSchema,
  unitDetailsSchema,
  unitStaffMemberSchema,
  type TermDetails,
  type UnitDetails,
  type UnitStaffMember,
} from '@qr-attendance/contracts';
import {
  documentFields,
  required,
  revisedFields,
  type RevisedDocument,
  strictDocument,
} from '@qr-attendance/server/mongo';
import { OUTBOX_INDEX, outboxFields, type WithOutbox } from '@qr-attendance/messaging';
import { Schema, type Connection } from 'mongoose';
import { staffStatementFields, STAFF_STATEMENTS_INDEX, type StaffStatement } from './statement-models.ts';

export interface TermDocument extends TermDetails, Omit<RevisedDocument, 'name' | 'externalId'>, WithOutbox {
  archived?: boolean | undefined;
  /** Courses of the term `from` are being copied into this one; `after` is the last copied course. */
  copying?: { from: string; after?: string } | undefined;
}
export interface UnitDocument
  extends UnitDetails, WithOutbox, Omit<RevisedDocument, 'name' | 'externalId' | 'version'> {
  staff?: UnitStaffMember[] | undefined;
  staffStatements?: StaffStatement[] | undefined;
}

const externalIdIndex = [
  { externalId: 1, retired: 1 },
  { unique: true, partialFilterExpression: { externalId: { $exists: true } } },
] as const;

const termSchema = new Schema<TermDocument>(
  {
    ...documentFields(termDetailsSchema),
    archived: Boolean,
    copying: new Schema({ from: required(String), after: String }, { _id: false }),
    ...revisedFields,
    ...outboxFields,
  },
  { ...strictDocument, minimize: false },
);
termSchema.index(...OUTBOX_INDEX);
// A missing `retired` counts as null in an index.
termSchema.index({ name: 1, retired: 1 }, { unique: true });
termSchema.index(...externalIdIndex);
termSchema.index({ firstDay: -1, _id: -1 });

const unitSchema = new Schema<UnitDocument>(
  {
    ...documentFields(unitDetailsSchema),
    staff: {
      type: [new Schema(documentFields(unitStaffMemberSchema), { _id: false })],
      default: undefined,
    },
    ...staffStatementFields,
    ...revisedFields,
    ...outboxFields,
  },
  { ...strictDocument, minimize: false },
);
unitSchema.index({ parentId: 1, name: 1, retired: 1 }, { unique: true });
unitSchema.index(...externalIdIndex);
unitSchema.index({ name: 1, _id: 1 });
unitSchema.index({ search: 1, name: 1, _id: 1 });
unitSchema.index({ 'staff.userId': 1 });
unitSchema.index(...STAFF_STATEMENTS_INDEX);
unitSchema.index(...OUTBOX_INDEX);

export const createCampusModels = (connection: Connection) => ({
  terms: connection.model<TermDocument>('Term', termSchema, 'terms'),
  units: connection.model<UnitDocument>('Unit', unitSchema, 'units'),
});
