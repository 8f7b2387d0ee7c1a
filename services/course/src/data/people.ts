import type { UserChanged } from '@qr-attendance/contracts/events';
import { makeKeepNewer } from '@qr-attendance/service-kit';
import type { Model } from 'mongoose';
import type { PersonDocument } from './models.ts';

/** Names of people, as last heard from auth. */
export const makePeople = (model: Model<PersonDocument>) => {
  const keep = makeKeepNewer(model);
  return {
    namesOf: async (ids: string[]): Promise<Map<string, string>> => {
      const documents = await model.find({ _id: { $in: ids } }).lean<PersonDocument[]>();
      return new Map(documents.map(({ _id, name }) => [_id, name]));
    },
    /** Ids of those whose tokens are refused: the suspended, and those whose account is gone. */
    barredIds: async (): Promise<string[]> => {
      const documents = await model.find({ barred: true }, { _id: 1 }).lean<Pick<PersonDocument, '_id'>[]>();
      return documents.map(({ _id }) => _id);
    },
    learn: ({ id, name, suspended, erased, version }: UserChanged): Promise<void> =>
      keep({ _id: id, name, barred: suspended || erased, version }),
  };
};
export type People = ReturnType<typeof makePeople>;
