import { hashSecret } from '@qr-attendance/server';
import type { Database } from '../../db/database.ts';
import { REMEMBERED_MS } from '../tokens/cookies.ts';

/**
 * The browsers in which a person signs in without a code. Each belongs to the number of sign-outs at which it was
 * remembered, so a new password or a sign-out everywhere ends all of them.
 */
export const createRememberedBrowsers = (database: Database) => ({
  isRemembered: async (
    { id: userId, signOuts }: { id: string; signOuts: number },
    secret: string | undefined,
    now: Date,
  ): Promise<boolean> => {
    if (secret === undefined) return false;
    const row = await database.rememberedBrowser.findUnique({
      where: { userId_hash: { userId, hash: hashSecret(secret) }, signOuts, expiresAt: { gt: now } },
    });
    return row !== null;
  },
  remember: async (
    { id: userId, signOuts }: { id: string; signOuts: number },
    secret: string,
    now: Date,
  ): Promise<void> => {
    const expiresAt = new Date(now.getTime() + REMEMBERED_MS);
    await database.rememberedBrowser.create({
      data: { userId, hash: hashSecret(secret), signOuts, expiresAt },
    });
  },
  count: ({ id: userId, signOuts }: { id: string; signOuts: number }, now: Date): Promise<number> =>
    database.rememberedBrowser.count({ where: { userId, signOuts, expiresAt: { gt: now } } }),
  forgetAll: async (userId: string): Promise<void> => {
    await database.rememberedBrowser.deleteMany({ where: { userId } });
  },
});
export type RememberedBrowsers = ReturnType<typeof createRememberedBrowsers>;
