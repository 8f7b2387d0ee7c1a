import { isDuplicateKey } from '@qr-attendance/server/mongo';
import type { Model } from 'mongoose';
import type { UsedWordsDocument } from '../../db/used-words-model.ts';

const TTL_MS = 24 * 3_600_000;

interface Claim {
  sessionId: string;
  studentId: string;
  words: string;
  browser: string;
}

/**
 * Students can read words out to others, so each pair is accepted from one browser only. Only students of the
 * course can claim a pair, and one per class; otherwise one person could claim every pair as soon as it is
 * shown.
 */
export const createUsedWords = (model: Model<UsedWordsDocument>, clock: () => Date) => ({
  claim: async ({ words, ...claim }: Claim): Promise<boolean> => {
    const _id = `${claim.sessionId}:${words}`;
    const expiresAt = new Date(clock().getTime() + TTL_MS);
    try {
      await model.create({ _id, ...claim, refusals: 0, expiresAt });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const holder = await model.findById(_id).lean<UsedWordsDocument>();
    // The student has already claimed another pair of this class, so this pair stays free for others.
    if (!holder || holder.browser === claim.browser) return true;
    await model.updateOne({ _id }, { $inc: { refusals: 1 } });
    return false;
  },
  /** The number of times words of a session were rejected because another browser had used them. */
  countRefusals: async (sessionId: string): Promise<number> => {
    const used = await model
      .find({ sessionId, refusals: { $gt: 0 } }, { refusals: 1 })
      .lean<UsedWordsDocument[]>();
    return used.reduce((sum, { refusals }) => sum + refusals, 0);
  },
});
export type UsedWords = ReturnType<typeof createUsedWords>;
