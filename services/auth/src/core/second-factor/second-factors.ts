import { RECOVERY_CODES } from '@qr-attendance/contracts';
import { conflict, createBatcher, hashSecret, invalid } from '@qr-attendance/server';
import { type Database, MIN_STATEMENT_INTERVAL_MS, type Transaction } from '../../db/database.ts';
import { queueMail } from '../email/email-queue.ts';
import type { SealedSecrets } from '../secrets/sealed-secrets.ts';
import { codeKeyOf, newRecoveryCode } from '../tokens/rules/secret.ts';
import { newTotpSecret, stepOfCode } from './rules/totp.ts';

const MAX_CONCURRENT = 64;

export const codeWrong = () =>
  invalid('second_factor_code_wrong', 'This code is wrong or was already used. Enter the next one.');
export const noSecondFactor = () => invalid('no_second_factor', 'You have no second factor.');
const alreadyActive = () =>
  conflict('second_factor_active', 'You have an authenticator app. Sign in again and enter its code.');
const setupMissing = () =>
  conflict('second_factor_setup_missing', 'The setup of the authenticator app must begin again.');

/** The id of the person, so that a stolen table must be searched separately for each of them. */
const recoveryHashOf = (userId: string, code: string): string => hashSecret(`${userId} ${codeKeyOf(code)}`);

const replaceRecoveryCodes = async (transaction: Transaction, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await transaction.recoveryCode.deleteMany({ where: { userId } });
  const rows = codes.map((code) => ({ userId, hash: recoveryHashOf(userId, code) }));
  await transaction.recoveryCode.createMany({ data: rows });
  return codes;
};

/** Also removes the recovery codes and the remembered browsers. */
export const removeSecondFactorOf = async (transaction: Transaction, userId: string): Promise<boolean> => {
  await transaction.signInChallenge.deleteMany({ where: { userId } });
  const active = await transaction.secondFactor.deleteMany({
    where: { userId, activeSince: { not: null } },
  });
  await transaction.secondFactor.deleteMany({ where: { userId } });
  return active.count > 0;
};

export const createSecondFactors = (database: Database, secrets: SealedSecrets) => ({
  isActive: createBatcher<string, boolean>(
    async (userIds) => {
      const rows = await database.secondFactor.findMany({
        where: { userId: { in: [...userIds] }, activeSince: { not: null } },
        select: { userId: true },
      });
      const active = new Set(rows.map(({ userId }) => userId));
      return userIds.map((userId) => active.has(userId));
    },
    MAX_CONCURRENT,
    MIN_STATEMENT_INTERVAL_MS,
  ),
  read: async (userId: string): Promise<{ since: Date; recoveryCodesLeft: number } | undefined> => {
    const row = await database.secondFactor.findUnique({
      where: { userId },
      select: { activeSince: true, _count: { select: { recoveryCodes: true } } },
    });
    return row?.activeSince
      ? { since: row.activeSince, recoveryCodesLeft: row._count.recoveryCodes }
      : undefined;
  },
  /**
   * Replaces the secret of an unfinished setup.
   * @param mayReplace whether a factor may be active, which stays active until the new one is activated
   */
  startSetup: async (userId: string, { mayReplace }: { mayReplace: boolean }): Promise<string> => {
    const secret = newTotpSecret();
    const started = await database.$executeRaw`
      INSERT INTO second_factors (user_id, pending_secret) VALUES (${userId}::uuid, ${secrets.seal(secret)})
      ON CONFLICT (user_id) DO UPDATE SET pending_secret = excluded.pending_secret
       WHERE second_factors.active_since IS NULL OR ${mayReplace}`;
    if (started === 0) throw alreadyActive();
    return secret;
  },
  /** The code cannot be used again to sign in. Returns the recovery codes. */
  activate: async (
    userId: string,
    code: string,
    { mayReplace, now }: { mayReplace: boolean; now: Date },
  ): Promise<string[]> => {
    const factor = await database.secondFactor.findUnique({ where: { userId } });
    if (factor?.activeSince && !mayReplace) throw alreadyActive();
    const pending = factor?.pendingSecret;
    if (!pending) throw setupMissing();
    const step = stepOfCode(secrets.open(pending), code, now);
    if (step === undefined) throw codeWrong();
    return database.$transaction(async (transaction) => {
      const { count } = await transaction.secondFactor.updateMany({
        where: { userId, pendingSecret: pending, ...(!mayReplace && { activeSince: null }) },
        data: { secret: pending, pendingSecret: null, activeSince: now, lastStep: step },
      });
      if (count === 0) throw setupMissing();
      // An earlier app may have been lost together with a remembered browser.
      await transaction.rememberedBrowser.deleteMany({ where: { userId } });
      await queueMail(transaction, { userId }, { kind: 'second_factor_added' });
      return replaceRecoveryCodes(transaction, userId);
    });
  },
  /** Accepts each code once, even if it is sent twice at the same moment. */
  useCode: async (userId: string, code: string, now: Date): Promise<boolean> => {
    const factor = await database.secondFactor.findUnique({ where: { userId } });
    if (!factor?.secret) return false;
    const step = stepOfCode(secrets.open(factor.secret), code, now);
    if (step === undefined) return false;
    const { count } = await database.secondFactor.updateMany({
      where: { userId, activeSince: factor.activeSince, lastStep: { lt: step } },
      data: { lastStep: step },
    });
    return count === 1;
  },
  useRecoveryCode: (userId: string, code: string): Promise<boolean> =>
    database.$transaction(async (transaction) => {
      const hash = recoveryHashOf(userId, code);
      const { count } = await transaction.recoveryCode.deleteMany({ where: { userId, hash } });
      if (count === 0) return false;
      const left = await transaction.recoveryCode.count({ where: { userId } });
      await queueMail(transaction, { userId }, { kind: 'recovery_code_used', left });
      return true;
    }),
  renewRecoveryCodes: (userId: string): Promise<string[]> =>
    database.$transaction(async (transaction) => {
      // Locks the factor, so that concurrent renewals leave the codes of only one of them.
      const [factor] = await transaction.$queryRaw<unknown[]>`
        SELECT user_id::text FROM second_factors
         WHERE user_id = ${userId}::uuid AND active_since IS NOT NULL FOR UPDATE`;
      if (!factor) throw noSecondFactor();
      await queueMail(transaction, { userId }, { kind: 'recovery_codes_renewed' });
      return replaceRecoveryCodes(transaction, userId);
    }),
  remove: (userId: string): Promise<void> =>
    database.$transaction(async (transaction) => {
      if (await removeSecondFactorOf(transaction, userId))
        await queueMail(transaction, { userId }, { kind: 'second_factor_removed' });
    }),
  /** Encrypts every secret with the current pepper, so that earlier peppers can be retired. */
  resealSecrets: async (): Promise<void> => {
    const reseal = (sealed: string | null): string | null =>
      sealed === null || secrets.isCurrent(sealed) ? sealed : secrets.seal(secrets.open(sealed));
    for (const { userId, secret, pendingSecret } of await database.secondFactor.findMany()) {
      const data = { secret: reseal(secret), pendingSecret: reseal(pendingSecret) };
      if (data.secret !== secret || data.pendingSecret !== pendingSecret)
        await database.secondFactor.updateMany({ where: { userId, secret, pendingSecret }, data });
    }
  },
});
export type SecondFactors = ReturnType<typeof createSecondFactors>;
