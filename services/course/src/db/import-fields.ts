import { required } from '@qr-attendance/server/mongo';
import { Schema } from 'mongoose';

export const expiryFields = { expiresAt: required(Date) };
export const EXPIRY_INDEX = [{ expiresAt: 1 }, { expireAfterSeconds: 0 }] as const;
export const runFields = { _id: required(String), runId: required(Schema.Types.ObjectId) };
