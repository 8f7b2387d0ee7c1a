import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_ALPHABET } from '@qr-attendance/contracts';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import type { Model } from 'mongoose';
import type { AccessDocument } from '../db/models.ts';

export interface Invitation {
  token: string;
  expiresAt: Date;
}
/** The key and invitation of a course. */
export interface Access {
  key?: string | undefined;
  invitation?: Invitation | undefined;
}

/**
 * Keys and invitation links, in a collection of their own: nothing of them is in a course's document, so neither events
 * nor answers of any release can carry them.
 */
export const createAccess = (model: Model<AccessDocument>) => ({
  of: async (courseId: string): Promise<Access> => {
    const found = await model.findById(courseId).lean<AccessDocument>();
    return found ? { key: found.key, invitation: found.invitation } : {};
  },
  /** @returns the course that a link leads to, and until when; undefined for one that is not good */
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
  /** @returns the key that there is from now on: of two at once the first */
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

const KEY_LENGTH = 8;

/** A key for who does not choose one, of letters that are not easily misread. */
export const newKey = (): string =>
  Array.from({ length: KEY_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');

/** 128 random bits. */
export const newInvitationToken = (): string => randomBytes(16).toString('base64url');

const digest = (key: string) => createHash('sha256').update(key.normalize('NFC')).digest();
/** Whether a key that was typed is the right one; takes as long for any wrong one. */
export const isRightKey = (right: string, typed: string): boolean =>
  timingSafeEqual(digest(right), digest(typed));
