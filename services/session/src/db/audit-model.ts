import { type ClassAuditAction, requiredChecksSchema, type RequiredChecks } from '@qr-attendance/contracts';
import { documentFields, required, strictDocument } from '@qr-attendance/server/mongo';
import { type AuditEntryDocument, OUTBOX_INDEX, outboxFields } from '@qr-attendance/messaging';
import { Schema, type Connection } from 'mongoose';

/** People are stored only by id. Entries are append-only and committed to the history tree. */
export interface AuditDocument extends AuditEntryDocument {
  by: string;
  action: ClassAuditAction;
  roomId?: string | undefined;
  name?: string | undefined;
  requirements?: RequiredChecks | undefined;
}

const auditSchema = new Schema<AuditDocument>(
  {
    at: required(Date),
    by: required(String),
    action: required(String),
    roomId: String,
    name: String,
    requirements: new Schema(documentFields(requiredChecksSchema), { _id: false }),
    ...outboxFields,
  } as never,
  strictDocument,
);
auditSchema.index(...OUTBOX_INDEX);
auditSchema.index({ at: -1, _id: -1 });
auditSchema.index({ by: 1, at: -1, _id: -1 });

export const createAuditModel = (connection: Connection) =>
  connection.model<AuditDocument>('AuditEntry', auditSchema, 'auditentries');
