import type { UserChanged } from '@qr-attendance/contracts/events';
import { Schema, type Model } from 'mongoose';
import type { Refusals } from '@qr-attendance/server';
import { makeUpsertIfNewer } from './upsert-if-newer.ts';

/** A person, as last heard from auth. */
export interface PersonDocument {
  _id: string;
  name: string;
  /** Whether a token of this person is refused. */
  barred?: boolean;
  /** The last sign-out everywhere; of tokens issued before it the last expires at `until`. */
  signedOut?: { times: number; at: Date; until: Date } | null;
  version: number;
}

/** Fields of a mongoose schema for what `PersonDocument` says of tokens. */
export const refusalFields = {
  barred: Boolean,
  signedOut: new Schema({ times: Number, at: Date, until: Date }, { _id: false }),
} as const;
/** Indexes by which few are found among all people. */
export const REFUSAL_INDEXES = [{ barred: 1 }, { 'signedOut.until': 1 }] as const;

const signOutOf = ({ erased, signedOut }: UserChanged): Pick<PersonDocument, 'signedOut'> => {
  if (erased) return { signedOut: null };
  // A replica of auth of the release before says nothing of it, which is not to forget it.
  if (!signedOut) return {};
  const { times, at, until } = signedOut;
  return { signedOut: { times, at: new Date(at), until: new Date(until) } };
};

/** Names of people, and who is kept out, as last heard from auth, in a MongoDB collection with `REFUSAL_INDEXES`. */
export const makePeopleProjection = (model: Model<PersonDocument>) => {
  const keep = makeUpsertIfNewer(model);
  return {
    namesOf: async (ids: string[]): Promise<Map<string, string>> => {
      const documents = await model.find({ _id: { $in: ids } }).lean<PersonDocument[]>();
      return new Map(documents.map(({ _id, name }) => [_id, name]));
    },
    /** Whose tokens are refused: of the suspended, of those whose account is gone, of who signed out everywhere. */
    refusals: async (): Promise<Refusals> => {
      const found = await model
        .find({ $or: [{ barred: true }, { 'signedOut.until': { $gt: new Date() } }] }, { name: 0 })
        .lean<Omit<PersonDocument, 'name'>[]>();
      return {
        suspended: found.filter(({ barred }) => barred).map(({ _id }) => _id),
        signedOut: found.flatMap(({ _id, signedOut }) =>
          signedOut ? [{ userId: _id, times: signedOut.times, at: signedOut.at }] : [],
        ),
      };
    },
    learn: (user: UserChanged): Promise<void> => {
      const { id, name, suspended, erased, version } = user;
      return keep({ _id: id, name, barred: suspended || erased, ...signOutOf(user), version });
    },
  };
};
export type PeopleProjection = ReturnType<typeof makePeopleProjection>;
