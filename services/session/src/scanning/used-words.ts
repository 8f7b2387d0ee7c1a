import { LIVE_WORDS_MS } from '@qr-attendance/contracts';
import { isDuplicateKey, required, strictDocument } from '@qr-attendance/server/mongo';
import { Schema, type Model } from 'mongoose';

export interface UsedWordsDocument {
  _id: string;
  /** Thumbprint of the browser's key, or the id of a person whose browser has none. */
  browser: string;
  expiresAt: Date;
}
export const usedWordsSchema = new Schema<UsedWordsDocument>(
  { _id: required(String), browser: required(String), expiresAt: required(Date) },
  strictDocument,
);
usedWordsSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const TTL_MS = 3 * LIVE_WORDS_MS;

/** Words can be read out, so each pair serves one browser. */
export const createUsedWords = (model: Model<UsedWordsDocument>, clock: () => Date) => ({
  claim: async (sessionId: string, words: string, browser: string): Promise<boolean> => {
    const _id = `${sessionId}:${words}`;
    try {
      await model.create({ _id, browser, expiresAt: new Date(clock().getTime() + TTL_MS) });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await model.findById(_id).lean<UsedWordsDocument>())?.browser === browser;
    }
  },
});
