import { required } from '@qr-attendance/server/mongo';
import { Schema } from 'mongoose';

export const expires = { expiresAt: required(Date) };
export const EXPIRY = [{ expiresAt: 1 }, { expireAfterSeconds: 0 }] as const;
export const ofRun = { _id: required(String), runId: required(Schema.Types.ObjectId) };
