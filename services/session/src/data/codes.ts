import { isDuplicateKey } from '@qr-attendance/service-kit';
import type { Model } from 'mongoose';
import type { CodeDocument } from './models.ts';

/** A code as the server accepts it. */
export interface IssuedCode {
  code: string;
  sessionId: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** The codes that may be alive. */
export const makeCodes = (model: Model<CodeDocument>) => ({
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
  find: async (code: string): Promise<IssuedCode | undefined> => {
    const document = await model.findById(code).lean<CodeDocument>();
    if (!document) return undefined;
    const { _id, sessionId, issuedAt, expiresAt } = document;
    return { code: _id, sessionId, issuedAt, expiresAt };
  },
  /** Lets a code die no later than then; never prolongs its life. */
  shorten: async (code: string, expiresAt: Date): Promise<void> => {
    await model.updateOne({ _id: code }, { $min: { expiresAt } });
  },
  remove: async (code: string): Promise<void> => {
    await model.deleteOne({ _id: code });
  },
  removeAllOf: async (sessionId: string): Promise<void> => {
    await model.deleteMany({ sessionId });
  },
});
export type Codes = ReturnType<typeof makeCodes>;
