import type { UserChanged } from '@qr-attendance/contracts/events';
import { isDuplicateKey } from '@qr-attendance/service-kit';
import type { Model } from 'mongoose';
import type { PersonDocument } from './models.ts';

/** Names of people, as last heard from auth. */
export const makePeople = (model: Model<PersonDocument>) => ({
  namesOf: async (ids: string[]): Promise<Map<string, string>> => {
    const documents = await model.find({ _id: { $in: ids } }).lean<PersonDocument[]>();
    return new Map(documents.map(({ _id, name }) => [_id, name]));
  },
  /** Ids of those whose tokens are refused: the suspended, and those whose account is gone. */
  barredIds: async (): Promise<string[]> => {
    const documents = await model.find({ barred: true }, { _id: 1 }).lean<Pick<PersonDocument, '_id'>[]>();
    return documents.map(({ _id }) => _id);
  },
  /** Keeps the newer of what is known and what is told; the same again mends what was spoilt. */
  learn: async ({ id, name, suspended, erased, version }: UserChanged): Promise<void> => {
    try {
      await model.updateOne(
        { _id: id, version: { $lte: version } },
        { $set: { name, barred: suspended || erased, version } },
        { upsert: true },
      );
    } catch (error) {
      // The upsert found neither this version nor an older one and could not insert: what is known is newer.
      if (!isDuplicateKey(error)) throw error;
    }
  },
});
export type People = ReturnType<typeof makePeople>;
