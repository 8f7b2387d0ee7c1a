import { type Caller, createLocalCounter, hashSecret, newSecret } from '@qr-attendance/server';
import type { Model } from 'mongoose';
import type { FeedDocument } from '../../db/timetable-models.ts';

export const createFeeds = (model: Model<FeedDocument>, clock: () => Date) => ({
  find: async (userId: string): Promise<FeedDocument | undefined> =>
    (await model.findById(userId).lean<FeedDocument>()) ?? undefined,
  findByToken: async (token: string): Promise<FeedDocument | undefined> =>
    (await model.findOne({ tokenHash: hashSecret(token) }).lean<FeedDocument>()) ?? undefined,
  renew: async ({ id, userType, claims }: Pick<Caller, 'id' | 'userType' | 'claims'>) => {
    const token = newSecret();
    const createdAt = clock();
    const fields = { userType, tokenHash: hashSecret(token), createdAt, signOuts: claims.signOuts };
    await model.updateOne({ _id: id }, { $set: fields }, { upsert: true });
    return { token, createdAt };
  },
  /** Revokes an address that was created before the person's n-th sign-out everywhere. */
  revokeBefore: async (userId: string, signOuts: number): Promise<void> => {
    await model.deleteOne({ _id: userId, signOuts: { $lt: signOuts } });
  },
  revoke: async (userId: string): Promise<void> => {
    await model.deleteOne({ _id: userId });
  },
});
export type Feeds = ReturnType<typeof createFeeds>;

/** Calendar apps reload the address a few times an hour. */
const READS = { points: 60, duration: 3_600 };

export const createFeedReads = () => createLocalCounter('calendar_feed', READS);
export type FeedReads = ReturnType<typeof createFeedReads>;
