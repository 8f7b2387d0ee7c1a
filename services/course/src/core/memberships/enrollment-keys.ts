import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_ALPHABET, foldCode } from '@qr-attendance/contracts';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import type { Model } from 'mongoose';
import { newSecret } from '@qr-attendance/server';
import type { AccessDocument } from '../../db/models.ts';

export interface Invitation {
  token: string;
  expiresAt: Date;
}
export interface EnrollmentAccess {
  key?: string | undefined;
  invitation?: Invitation | undefined;
}

/**
 * Keys and invitations are in a separate collection instead of the course's document, so that no event or
 * answer from any release can reveal them.
 */
export const createAccess = (model: Model<AccessDocument>) => ({
  of: async (courseId: string): Promise<EnrollmentAccess> => {
    const found = await model.findById(courseId).lean<AccessDocument>();
    return found ? { key: found.key, invitation: found.invitation } : {};
  },
  findByToken: async (
    token: string,
    now: Date,
  ): Promise<{ courseId: string; expiresAt: Date } | undefined> => {
    const found = await model.findOne({ 'invitation.token': token }).lean<AccessDocument>();
    if (!found?.invitation || found.invitation.expiresAt <= now) return undefined;
    return { courseId: found._id, expiresAt: found.invitation.expiresAt };
  },
  setKey: async (courseId: string, key: string): Promise<void> => {
    await model.updateOne({ _id: courseId }, { $set: { key } }, { upsert: true });
  },
  setKeyIfNone: async (courseId: string, key: string): Promise<string> => {
    try {
      await model.updateOne({ _id: courseId, key: { $exists: false } }, { $set: { key } }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const found = await model.findById(courseId).lean<AccessDocument>();
    return found?.key ?? key;
  },
  setInvitation: async (courseId: string, invitation: Invitation): Promise<void> => {
    await model.updateOne({ _id: courseId }, { $set: { invitation } }, { upsert: true });
  },
  removeInvitation: async (courseId: string): Promise<void> => {
    await model.updateOne({ _id: courseId }, { $unset: { invitation: '' } });
  },
  remove: async (courseId: string): Promise<void> => {
    await model.deleteOne({ _id: courseId });
  },
});

/** 40 bits: at a million guesses a day, finding a key takes 1,500 years. */
const KEY_LENGTH = 8;

export const newKey = (): string =>
  Array.from({ length: KEY_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');

export const newInvitationToken = (): string => newSecret(16);

const digest = (key: string) => createHash('sha256').update(foldCode(key)).digest();
export const isCorrectKey = (right: string, typed: string): boolean =>
  timingSafeEqual(digest(right), digest(typed));
export type CourseAccess = ReturnType<typeof createAccess>;
