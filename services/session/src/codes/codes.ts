import { CODE_ALPHABET, CODE_LENGTH } from '@qr-attendance/contracts';
import { ttlCache } from '@qr-attendance/server';
import { isDuplicateKey } from '@qr-attendance/server/mongo';
import type { Model } from 'mongoose';
import { customAlphabet } from 'nanoid';
import type { CodeDocument } from '../db/models.ts';

/** A code as the server accepts it. */
export interface IssuedCode {
  code: string;
  sessionId: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** Makes a code at random; another session may have it. */
export const newCode = customAlphabet(CODE_ALPHABET, CODE_LENGTH);

/** A whole hall scans one code. A replica that did not replace it accepts it so much longer than its grace. */
const REMEMBERED_MS = 500;

/** The codes that may be alive. */
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
    /** Lets a code die no later than then; never prolongs its life. */
    shorten: async (code: string, expiresAt: Date): Promise<void> => {
      await model.updateOne({ _id: code }, { $min: { expiresAt } });
      remembered.forget(code);
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
