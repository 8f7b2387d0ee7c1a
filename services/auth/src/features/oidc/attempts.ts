import { createHmac, type KeyObject } from 'node:crypto';
import { hashSecret, newSecret } from '@qr-attendance/server';
import type { Database } from '../../db/database.ts';

const LIFETIME_MS = 10 * 60_000;
/** Maximum number of concurrent attempts in the tabs of one browser. */
const MAX_PER_BROWSER = 5;
/** More than one, so that the table contains only the attempts of the last minutes, whoever begins how many. */
const EXPIRED_PER_ATTEMPT = 2;

export const PROVIDER_ATTEMPTS = 'attempts at identity providers';

/**
 * The signed-in person who began an attempt, and their sign-in, which must still be valid when the attempt is finished.
 */
export interface AttemptAuthor {
  userId: string;
  generation: string;
  signOuts: number;
}
type Purpose = { purpose: 'sign_in' } | { purpose: 'link' | 'proof' | 'test'; beginner: AttemptAuthor };

export type Attempt = Purpose & {
  providerId: string;
  returnTo: string | undefined;
  /** The provider is asked for a second factor, or has refused to ask for one in this sign-in. */
  asksMfa: boolean;
};

/** The provider must return state and nonce. The code verifier proves that the same server exchanges the code. */
export interface AttemptSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Derives the nonce and the code verifier, so that a stolen table contains neither. */
const deriveSecrets = (key: KeyObject, state: string, browser: string): AttemptSecrets => {
  const derive = (what: string) =>
    createHmac('sha256', key).update(`${what}\n${state}\n${browser}`).digest('base64url');
  return { state, nonce: derive('nonce'), codeVerifier: derive('code verifier') };
};

/**
 * A random secret in a cookie binds each attempt at a provider to its browser; only the hash of the secret is stored.
 * An attempt can therefore not be finished in another browser.
 */
export const createAttempts = (database: Database, key: KeyObject) => ({
  /** @param browser the secret from earlier attempts of the same browser */
  begin: async (
    attempt: Attempt,
    browser = newSecret(),
    now = new Date(),
  ): Promise<{ browser: string; secrets: AttemptSecrets; expiresAt: Date }> => {
    const state = newSecret();
    const beginner = 'beginner' in attempt ? attempt.beginner : undefined;
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    const hashed = hashSecret(browser);
    await database.providerAttempt.create({
      data: {
        hash: hashSecret(state),
        browser: hashed,
        providerId: attempt.providerId,
        purpose: attempt.purpose,
        returnTo: attempt.returnTo ?? null,
        asksMfa: attempt.asksMfa,
        userId: beginner?.userId ?? null,
        generation: beginner?.generation ?? null,
        signOuts: beginner?.signOuts ?? null,
        expiresAt,
      },
    });
    await database.$executeRaw`
      DELETE FROM provider_attempts WHERE hash = ANY(ARRAY(
        SELECT hash FROM provider_attempts WHERE browser = ${hashed}
         ORDER BY expires_at DESC OFFSET ${MAX_PER_BROWSER}) || ARRAY(
        SELECT hash FROM provider_attempts WHERE expires_at < ${now}
         LIMIT ${EXPIRED_PER_ATTEMPT} FOR UPDATE SKIP LOCKED))`;
    return { browser, secrets: deriveSecrets(key, state, browser), expiresAt };
  },
  /** Consumes the attempt, unless it began at another provider or in another browser. */
  take: async (
    providerId: string,
    state: string,
    browser: string,
    now = new Date(),
  ): Promise<{ attempt: Attempt; begunAt: Date; secrets: AttemptSecrets } | undefined> => {
    const where = {
      hash: hashSecret(state),
      browser: hashSecret(browser),
      providerId,
      expiresAt: { gt: now },
    };
    const row = await database.providerAttempt.findFirst({ where });
    if (!row) return undefined;
    const { count } = await database.providerAttempt.deleteMany({ where });
    if (count === 0) return undefined;
    const { userId, generation, signOuts, asksMfa } = row;
    const purpose = row.purpose as Attempt['purpose'];
    const common = { providerId, returnTo: row.returnTo ?? undefined, asksMfa };
    const rest = {
      begunAt: new Date(row.expiresAt.getTime() - LIFETIME_MS),
      secrets: deriveSecrets(key, state, browser),
    };
    if (purpose === 'sign_in') return { attempt: { ...common, purpose }, ...rest };
    if (userId === null || generation === null || signOuts === null) return undefined;
    return { attempt: { ...common, purpose, beginner: { userId, generation, signOuts } }, ...rest };
  },
});
export type Attempts = ReturnType<typeof createAttempts>;
