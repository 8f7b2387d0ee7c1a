import { isDuplicateKey } from '@qr-attendance/service-kit';
import type { Model } from 'mongoose';

/** Writes what was told into a projection unless it holds a newer version; the same again mends what was spoilt. */
export const keepNewer = async <Doc extends { _id: string; version: number }>(
  model: Model<Doc>,
  { _id, ...fields }: Doc,
): Promise<void> => {
  try {
    await model.collection.updateOne(
      { _id, version: { $lte: fields.version } } as never,
      { $set: fields } as never,
      { upsert: true },
    );
  } catch (error) {
    // The upsert found neither this version nor an older one and could not insert: what is known is newer.
    if (!isDuplicateKey(error)) throw error;
  }
};
