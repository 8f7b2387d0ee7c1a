import type { AuditLogEntry, CourseAuditAction } from '@qr-attendance/contracts';
import { required, strictDocument } from '@qr-attendance/server/mongo';
import { type AuditEntryDocument, OUTBOX_INDEX, outboxFields } from '@qr-attendance/messaging';
import { Schema, type Connection } from 'mongoose';

type AuditedObject = NonNullable<AuditLogEntry['object']>;

/** People are stored only by id. Entries are append-only and committed to the history tree. */
export interface AuditDocument extends AuditEntryDocument {
  by: string;
  action: CourseAuditAction;
  kind: AuditedObject['kind'];
  objectId: string;
  name: string;
  /** The unit itself, or the unit of the course at that time. */
  unitId?: string | undefined;
  userId?: string | undefined;
  role?: string | undefined;
  count?: number | undefined;
}

const auditSchema = new Schema<AuditDocument>(
  {
    at: required(Date),
    by: required(String),
    action: required(String),
    kind: required(String),
    objectId: required(String),
    name: required(String),
    unitId: String,
    userId: String,
    role: String,
    count: Number,
    ...outboxFields,
  } as never,
  strictDocument,
);
auditSchema.index(...OUTBOX_INDEX);
auditSchema.index({ at: -1, _id: -1 });
auditSchema.index({ by: 1, at: -1, _id: -1 });
auditSchema.index({ userId: 1, at: -1, _id: -1 });
auditSchema.index({ objectId: 1, at: -1, _id: -1 });
auditSchema.index({ unitId: 1, at: -1, _id: -1 });

export const createAuditModel = (connection: Connection) =>
  connection.model<AuditDocument>('AuditEntry', auditSchema, 'auditentries');
