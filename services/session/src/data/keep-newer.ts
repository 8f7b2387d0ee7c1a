import { isDuplicateKey } from '@qr-attendance/service-kit';
import type { Model } from 'mongoose';

/** Writes what was told into a projection unless it holds as new a version already. */
export const keepNewer = async <Doc extends { _id: string; version: number }>(
  model: Model<Doc>,
  { _id, ...fields }: Doc,
): Promise<void> => {
  try {
    await model.collection.updateOne(
      { _id, version: { $lt: fields.version } } as never,
      { $set: fields } as never,
      { upsert: true },
    );
  } catch (error) {
    // The upsert found no older version and could not insert: what is known is as new.
    if (!isDuplicateKey(error)) throw error;
  }
};
