import { unitStaffMemberSchema } from '@qr-attendance/contracts';
import type { UnitChanged } from '@qr-attendance/contracts/events';
import { documentFields, required, strictDocument } from '@qr-attendance/server/mongo';
import { Schema, type Connection } from 'mongoose';

export type UnitDocument = { _id: string } & Pick<UnitChanged, 'name' | 'parentId' | 'staff' | 'version'>;

const unitSchema = new Schema<UnitDocument>(
  {
    _id: required(String),
    name: required(String),
    parentId: String,
    staff: [new Schema(documentFields(unitStaffMemberSchema), { _id: false })],
    version: required(Number),
  },
  strictDocument,
);
unitSchema.index({ parentId: 1 });
unitSchema.index({ 'staff.userId': 1 });

export const unitModel = (connection: Connection) =>
  connection.model<UnitDocument>('Unit', unitSchema, 'units');
