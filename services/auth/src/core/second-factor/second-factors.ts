import { RECOVERY_CODES } from '@qr-attendance/contracts';
import { conflict, createBatcher, hashSecret, invalid } from '@qr-attendance/server';
import { type Database, MIN_STATEMENT_INTERVAL_MS, type Transaction } from '../../db/database.ts';
import { writeAdminAction } from '../audit/write-admin-action.ts';
import { queueMail } from '../email/email-queue.ts';
import { signedOutError } from '../people/rules/person.ts';
import {
  addStoredPasskey,
  explainTakenPasskey,
  lastSecondFactorError,
  lockPasskeys,
  removeAllPasskeys,
} from '../security/passkeys.ts';
import type { CoolDowns } from '../security/rules/cool-downs.ts';
import type { NewPasskey } from '../security/rules/passkey.ts';
import type { SealedSecrets } from '../secrets/sealed-secrets.ts';
import { codeKeyOf, newRecoveryCode } from '../tokens/rules/secret.ts';
import { newTotpSecret, stepOfCode } from './rules/totp.ts';

const MAX_CONCURRENT = 64;
const SETUP_MS = 10 * 60_000;
const RESEAL_BATCH = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export const codeWrongError = () =>
  invalid('second_factor_code_wrong', 'This code is wrong or was already used. Enter the next one.');
export const noSecondFactorError = () => invalid('no_second_factor', 'You have no second factor.');
const alreadyActiveError = () =>
  conflict('second_factor_active', 'You have a second factor. Sign in again and use it.');
const setupMissingError = () =>
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

export interface FactorOwner {
  userId: string;
  /** The number of sign-outs at which the sign-in began that changes the factor. */
  signOuts: number;
}
export interface SetupHolder extends FactorOwner {
  /** Identifies the sign-in. */
  key: string;
  /** Only the first factor was proved, so an active second factor cannot be replaced. */
  isSigningIn: boolean;
}

/** One change at a time, and none by a sign-in that has ended: a thief may still have its access token. */
const changeFactor = <Result>(
  database: Database,
  { userId, signOuts }: FactorOwner,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> =>
  database.$transaction(async (transaction) => {
    const owners = await transaction.$queryRaw<unknown[]>`
      SELECT id FROM users WHERE id = ${userId}::uuid AND sign_outs = ${signOuts} FOR NO KEY UPDATE`;
    if (owners.length === 0) throw signedOutError();
    return work(transaction);
  });

const isHeldBy = <Factor extends { setupHolder: string | null; setupUntil: Date | null }>(
  factor: Factor | null,
  { key }: SetupHolder,
  now: Date,
): factor is Factor => factor?.setupHolder === key && factor.setupUntil !== null && factor.setupUntil > now;

/** Also removes the recovery codes and the remembered browsers. */
export const removeSecondFactorOf = async (transaction: Transaction, userId: string): Promise<boolean> => {
  await transaction.signInChallenge.deleteMany({ where: { userId } });
  const active = await transaction.secondFactor.deleteMany({
    where: { userId, activeSince: { not: null } },
  });
  await transaction.secondFactor.deleteMany({ where: { userId } });
  return active.count > 0;
};

/** A sign-in that needs the second factor also accepts the person's passkeys, with or without an app. */
interface ActiveFactor {
  hasApp: boolean;
}

const auditActivation = (transaction: Transaction, { userId, isSigningIn }: SetupHolder): Promise<void> =>
  isSigningIn
    ? writeAdminAction(transaction, {
        adminId: userId,
        personId: userId,
        action: 'activate second factor',
      })
    : Promise.resolve();

export const createSecondFactors = (
  database: Database,
  { secrets, coolDowns }: { secrets: SealedSecrets; coolDowns: CoolDowns },
) => ({
  find: createBatcher<string, ActiveFactor | undefined>(
    async (userIds) => {
      const rows = await database.secondFactor.findMany({
        where: { userId: { in: [...userIds] }, activeSince: { not: null } },
        select: { userId: true, secret: true },
      });
      const active = new Map(rows.map(({ userId, secret }) => [userId, { hasApp: secret !== null }]));
      return userIds.map((userId) => active.get(userId));
    },
    MAX_CONCURRENT,
    MIN_STATEMENT_INTERVAL_MS,
  ),
  read: async (
    userId: string,
  ): Promise<(ActiveFactor & { since: Date; recoveryCodesLeft: number }) | undefined> => {
    const row = await database.secondFactor.findUnique({
      where: { userId },
      select: { activeSince: true, secret: true, _count: { select: { recoveryCodes: true } } },
    });
    if (!row?.activeSince) return undefined;
    const { activeSince: since, secret, _count: counts } = row;
    return { since, hasApp: secret !== null, recoveryCodesLeft: counts.recoveryCodes };
  },
  /** Returns the same secret to a sign-in that asks again, because phones reload pages during the setup. */
  startSetup: (holder: SetupHolder, now: Date): Promise<string> =>
    changeFactor(database, holder, async (transaction) => {
      const { userId, key: setupHolder, isSigningIn } = holder;
      const factor = await transaction.secondFactor.findUnique({ where: { userId } });
      if (factor?.activeSince && isSigningIn) throw alreadyActiveError();
      const pending = isHeldBy(factor, holder, now) ? factor.pendingSecret : null;
      const secret = pending === null ? newTotpSecret() : secrets.open(pending);
      const setupUntil = new Date(now.getTime() + SETUP_MS);
      const setup = { pendingSecret: secrets.seal(secret), setupHolder, setupUntil };
      await transaction.secondFactor.upsert({
        where: { userId },
        create: { userId, ...setup },
        update: setup,
      });
      return secret;
    }),
  /**
   * The code cannot be used again to sign in, but to repeat the activation: without its response, nobody knows the
   * recovery codes.
   * @returns the recovery codes
   */
  activate: (holder: SetupHolder, code: string, now: Date): Promise<string[]> =>
    changeFactor(database, holder, async (transaction) => {
      const { userId, isSigningIn } = holder;
      const factor = await transaction.secondFactor.findUnique({ where: { userId } });
      const isHolder = isHeldBy(factor, holder, now);
      const pending = isHolder ? factor.pendingSecret : null;
      if (isHolder && pending === null && factor.secret !== null)
        if (stepOfCode(secrets.open(factor.secret), code, now) === factor.lastStep)
          return replaceRecoveryCodes(transaction, userId);
      if (factor?.activeSince && isSigningIn) throw alreadyActiveError();
      if (pending === null) throw setupMissingError();
      const step = stepOfCode(secrets.open(pending), code, now);
      if (step === undefined) throw codeWrongError();
      const { count } = await transaction.secondFactor.updateMany({
        where: { userId, pendingSecret: pending },
        data: { secret: pending, pendingSecret: null, activeSince: now, lastStep: step },
      });
      if (count === 0) throw setupMissingError();
      // An earlier app may have been lost together with a remembered browser.
      await transaction.rememberedBrowser.deleteMany({ where: { userId } });
      await queueMail(transaction, { userId }, { kind: 'second_factor_added', by: 'app' });
      await auditActivation(transaction, holder);
      return replaceRecoveryCodes(transaction, userId);
    }),
  /**
   * @param passkey missing if the person used an earlier passkey
   * @returns the recovery codes; none if the second factor was active, because its codes stay valid
   */
  activateByPasskey: (holder: SetupHolder, now: Date, passkey?: NewPasskey): Promise<string[]> =>
    changeFactor(database, holder, async (transaction) => {
      const { userId, isSigningIn } = holder;
      const factor = await transaction.secondFactor.findUnique({ where: { userId } });
      if (factor?.activeSince && isSigningIn) throw alreadyActiveError();
      if (passkey) await addStoredPasskey(transaction, userId, passkey, coolDowns);
      if (factor?.activeSince) return [];
      const activeSince = now;
      await transaction.secondFactor.upsert({
        where: { userId },
        create: { userId, activeSince },
        update: { activeSince },
      });
      if ((await lockPasskeys(transaction, userId)) === 0) throw noSecondFactorError();
      await queueMail(transaction, { userId }, { kind: 'second_factor_added', by: 'passkey' });
      await auditActivation(transaction, holder);
      return replaceRecoveryCodes(transaction, userId);
    }).catch(explainTakenPasskey),
  /** The passkeys remain. */
  removeApp: (owner: FactorOwner): Promise<void> =>
    changeFactor(database, owner, async (transaction) => {
      const { userId } = owner;
      const { count } = await transaction.secondFactor.updateMany({
        where: { userId, activeSince: { not: null }, secret: { not: null } },
        data: { secret: null, pendingSecret: null, setupHolder: null, setupUntil: null, lastStep: 0 },
      });
      if (count === 0) throw noSecondFactorError();
      if ((await lockPasskeys(transaction, userId)) === 0) throw lastSecondFactorError();
      await queueMail(transaction, { userId }, { kind: 'authenticator_app_removed' });
    }),
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
  renewRecoveryCodes: (owner: FactorOwner): Promise<string[]> =>
    changeFactor(database, owner, async (transaction) => {
      const { userId } = owner;
      const where = { userId, activeSince: { not: null } };
      if ((await transaction.secondFactor.count({ where })) === 0) throw noSecondFactorError();
      await queueMail(transaction, { userId }, { kind: 'recovery_codes_renewed' });
      return replaceRecoveryCodes(transaction, userId);
    }),
  remove: (owner: FactorOwner): Promise<void> =>
    changeFactor(database, owner, async (transaction) => {
      const { userId } = owner;
      if (!(await removeSecondFactorOf(transaction, userId))) return;
      // Passkeys of students also confirm their marks.
      if ((await transaction.student.count({ where: { userId } })) === 0)
        await removeAllPasskeys(transaction, userId);
      await queueMail(transaction, { userId }, { kind: 'second_factor_removed' });
    }),
  /**
   * Encrypts every secret with the current pepper, so that earlier peppers can be retired. Unfinished setups expire
   * before that.
   */
  resealSecrets: async (): Promise<void> => {
    const findStale = (after: string) =>
      database.secondFactor.findMany({
        where: { userId: { gt: after }, secret: { not: { startsWith: secrets.currentPrefix } } },
        orderBy: { userId: 'asc' },
        take: RESEAL_BATCH,
      });
    const failures: unknown[] = [];
    let rows = await findStale(FIRST_ID);
    while (rows.length > 0) {
      for (const { userId, secret } of rows)
        try {
          const data = { secret: secret && secrets.seal(secrets.open(secret)) };
          await database.secondFactor.updateMany({ where: { userId, secret }, data });
        } catch (error) {
          failures.push(error);
        }
      rows = await findStale(rows.at(-1)?.userId ?? FIRST_ID);
    }
    if (failures.length > 0) throw new AggregateError(failures, 'secrets could not be encrypted again');
  },
});
export type SecondFactors = ReturnType<typeof createSecondFactors>;
