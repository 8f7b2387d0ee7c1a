import { routes } from '@qr-attendance/contracts';
import type { UserChanged } from '@qr-attendance/contracts/events';
import { Schema, type Connection, type Model } from 'mongoose';
import type { InternalClient, RejectionList } from '@qr-attendance/server';
import { required, strictDocument } from '@qr-attendance/server/mongo';
import { createUpsertIfNewer } from './upsert-if-newer.ts';

export interface PersonDocument {
  _id: string;
  name: string;
  barred?: boolean;
  /** The person that this duplicate record was merged into; null after a merge was undone. */
  mergedInto?: string | null;
  /** Tokens issued before `at` are rejected; the last of them expires at `until`. */
  signedOut?: { times: number; at: Date; until: Date } | null;
  version: number;
}

const personSchema = new Schema<PersonDocument>(
  {
    _id: required(String),
    name: required(String),
    barred: Boolean,
    mergedInto: String,
    signedOut: new Schema({ times: Number, at: Date, until: Date }, { _id: false }),
    version: required(Number),
  },
  strictDocument,
);
personSchema.index({ 'signedOut.until': 1 });

export const personModel = (connection: Connection): Model<PersonDocument> =>
  connection.model<PersonDocument>('Person', personSchema, 'people');

const signOutOf = ({ signedOut }: UserChanged): Pick<PersonDocument, 'signedOut'> => {
  if (!signedOut) return {};
  const { times, at, until } = signedOut;
  return { signedOut: { times, at: new Date(at), until: new Date(until) } };
};

export const createPeopleProjection = (model: Model<PersonDocument>) => {
  const keep = createUpsertIfNewer(model);
  return {
    namesOf: async (ids: string[]): Promise<Map<string, string>> => {
      const documents = await model.find({ _id: { $in: ids } }).lean<PersonDocument[]>();
      return new Map(documents.map(({ _id, name }) => [_id, name]));
    },
    mergedIntoOf: async (id: string): Promise<string | undefined> =>
      (await model.findById(id, { mergedInto: 1 }).lean<PersonDocument>())?.mergedInto ?? undefined,
    mergesOf: async (ids: string[]): Promise<Map<string, string>> => {
      const documents = await model
        .find({ _id: { $in: ids } }, { mergedInto: 1 })
        .lean<Pick<PersonDocument, '_id' | 'mergedInto'>[]>();
      return new Map(documents.flatMap(({ _id, mergedInto }) => (mergedInto ? [[_id, mergedInto]] : [])));
    },
    barredOf: async (ids: string[]): Promise<Set<string>> => {
      const documents = await model.find({ _id: { $in: ids }, barred: true }, { _id: 1 }).lean();
      return new Set(documents.map(({ _id }) => _id));
    },
    /**
     * People whose unexpired tokens must be rejected: suspended and erased people, and people who signed out
     * everywhere.
     */
    refusals: async (): Promise<RejectionList> => {
      const people = await model
        .find({ 'signedOut.until': { $gt: new Date() } }, { signedOut: 1, barred: 1 })
        .lean<Pick<PersonDocument, '_id' | 'signedOut' | 'barred'>[]>();
      return {
        suspended: people.filter(({ barred }) => barred).map(({ _id }) => _id),
        signedOut: people.flatMap(({ _id, signedOut }) =>
          signedOut ? [{ userId: _id, times: signedOut.times }] : [],
        ),
      };
    },
    learn: (user: UserChanged): Promise<void> => {
      const { id, name, suspended, erased, mergedInto, version } = user;
      return keep({
        _id: id,
        name,
        barred: suspended || erased,
        ...(mergedInto !== undefined && { mergedInto }),
        ...signOutOf(user),
        version,
      });
    },
  };
};
export type PeopleProjection = ReturnType<typeof createPeopleProjection>;

/** Requests unknown names from the auth service, and omits them while it is unavailable. */
export const findNames = async (
  { people, auth }: { people: PeopleProjection; auth: InternalClient },
  ids: string[],
): Promise<Map<string, string>> => {
  const wanted = [...new Set(ids)];
  const names = await people.namesOf(wanted);
  const unknown = wanted.filter((id) => !names.has(id));
  await Promise.all(
    unknown.map(async (id) => {
      // Without the name, the list is still useful.
      const user = await auth.get(routes.auth.getUserInternal, { id }).catch(() => undefined);
      if (!user) return;
      await people.learn(user);
      names.set(id, user.name);
    }),
  );
  return names;
};
