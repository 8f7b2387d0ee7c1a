import type { UserChanged } from '@qr-attendance/contracts/events';
import type { Model } from 'mongoose';
import { makeKeepNewer } from './keep-newer.ts';

/** A person, as last heard from auth. */
export interface PersonDocument {
  _id: string;
  name: string;
  /** Whether a token of this person is refused. */
  barred?: boolean;
  version: number;
}

/** Names of people, and who is kept out, as last heard from auth, in a MongoDB collection with an index on `barred`. */
export const makePeopleProjection = (model: Model<PersonDocument>) => {
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
export type PeopleProjection = ReturnType<typeof makePeopleProjection>;
