import { classifyFailure, retryDelay } from '@qr-attendance/web-kit';
import { pauseUntilOnline } from './pause-until-online.ts';
import { SIGN_OUT_PENDING, tokenStore } from './token-store.ts';

/** Retries the revocation until it succeeds, because the refresh cookie would stay valid for weeks. */
export const createSignOuts = (
  revoke: () => Promise<unknown>,
  /** Returns the address at which the identity provider signs out, too. */
  revokeWithProvider: () => Promise<string | null> = async () => null,
) => {
  let last: Promise<unknown> = Promise.resolve();
  /** Revocations run one at a time, because the answer to a revocation clears the current refresh cookie. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
  const revokePending = async (revokeOnce: () => Promise<unknown> = revoke): Promise<unknown> => {
    if (!tokenStore.isSignOutPending()) return undefined;
    try {
      await revokeOnce();
    } catch (error) {
      // A refusal means that the cookie is no longer valid.
      if (classifyFailure(error).kind !== 'refused') return error;
    }
    localStorage.removeItem(SIGN_OUT_PENDING);
    return undefined;
  };
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    for (let failures = 0; ; failures += 1) {
      const error = await inTurn(() => revokePending());
      if (error === undefined) return;
      await pauseUntilOnline(retryDelay(classifyFailure(error), failures));
    }
  };
  const finish = (): Promise<void> =>
    (running ??= run().finally(() => {
      running = undefined;
    }));
  return {
    begin: (): void => localStorage.setItem(SIGN_OUT_PENDING, new Date().toISOString()),
    finish,
    /**
     * Makes one attempt to get the provider's address, because opening it later would surprise the next user.
     */
    finishWithProvider: async (): Promise<string | undefined> => {
      let url: string | null = null;
      const error = await inTurn(() =>
        revokePending(async () => {
          url = await revokeWithProvider();
        }),
      );
      if (error !== undefined) await finish();
      return url ?? undefined;
    },
    /** Makes one attempt. */
    finishNow: async (): Promise<void> => {
      const error = await inTurn(() => revokePending());
      if (error !== undefined) throw error;
    },
    signIn: <Answer extends { token: string }>(request: () => Promise<Answer>): Promise<Answer> =>
      inTurn(async () => {
        await revokePending();
        const answer = await request();
        tokenStore.set(answer.token);
        return answer;
      }),
  };
};
