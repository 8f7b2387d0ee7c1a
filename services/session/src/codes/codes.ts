import { randomBytes } from 'node:crypto';
import { ttlCache } from '@qr-attendance/server';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import type { Model } from 'mongoose';
import type { CodeDocument } from '../db/models.ts';

/** A code as the server accepts it. */
export interface IssuedCode {
  code: string;
  sessionId: string;
  issuedAt: Date;
  expiresAt: Date;
}

const SECRET_BYTES = 32;

/** Makes what a session's codes are computed from. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** A whole hall scans one code. A replica that did not replace it accepts it so much longer than its grace. */
const REMEMBERED_MS = 500;

/**
 * The codes that were shown and may be alive, each the primary key of its document: two sessions never show the same one.
 * Replicas of the release before know codes from here alone.
 */
export const makeCodes = (model: Model<CodeDocument>) => {
  const remembered = ttlCache<IssuedCode>(async (code) => {
    const document = await model.findById(code).lean<CodeDocument>();
    if (!document) return undefined;
    const { _id, sessionId, issuedAt, expiresAt } = document;
    return { code: _id, sessionId, issuedAt, expiresAt };
  }, REMEMBERED_MS);
  return {
    /** @returns false when such a code exists already */
    insert: async ({ code, ...fields }: IssuedCode): Promise<boolean> => {
      try {
        await model.create({ _id: code, ...fields });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    find: remembered.find,
    /** Lets all codes of a session but one die no later than then; never prolongs a life. */
    shortenOthers: async (sessionId: string, code: string, expiresAt: Date): Promise<void> => {
      await model.updateMany({ sessionId, _id: { $ne: code } }, { $min: { expiresAt } });
      remembered.forgetAll();
    },
    remove: async (code: string): Promise<void> => {
      await model.deleteOne({ _id: code });
      remembered.forget(code);
    },
    removeAllOf: async (sessionId: string): Promise<void> => {
      await model.deleteMany({ sessionId });
      remembered.forgetAll();
    },
  };
};
export type Codes = ReturnType<typeof makeCodes>;
