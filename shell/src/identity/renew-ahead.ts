import type { Renewal } from './renewal.ts';
import { lifetimeOf, signInEndOf } from './token-claims.ts';
import type { tokenStore } from './token-store.ts';

interface Options {
  /** Whether the token was just issued; its remaining time then does not depend on the device's clock. */
  fresh: boolean;
  now?: number;
  random?: number;
}

/**
 * Returns when to renew a token, in epoch milliseconds of this device. A 15-minute token is renewed 5 to 2
 * minutes before it expires, at a random time, so that a hall that signed in together does not renew
 * together. Undefined if the token seems expired; the first rejected request then renews it. Undefined, too, if the
 * sign-in ends with the token, because another one would end at the same time.
 */
export const computeRenewalTime = (
  token: string,
  { fresh, now = Date.now(), random = Math.random() }: Options,
): number | undefined => {
  const lifetime = lifetimeOf(token);
  if (!lifetime || lifetime.expiresAt === signInEndOf(token)) return undefined;
  const whole = lifetime.expiresAt - lifetime.issuedAt;
  const left = fresh ? whole : Math.min(whole, lifetime.expiresAt - now);
  if (left <= 0) return undefined;
  const margin = (whole * (2 + 3 * random)) / 15;
  return Math.floor(now + (left > margin ? left - margin : left * random));
};

export const renewAhead = (
  { start }: Pick<Renewal, 'start'>,
  store: Pick<typeof tokenStore, 'get' | 'watch'>,
  signal: AbortSignal,
): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt: number | undefined;
  const renewIfDue = () => {
    if (dueAt === undefined || Date.now() < dueAt || document.hidden) return;
    dueAt = undefined;
    // The next request reports a page that is too old for the server.
    start().catch(() => undefined);
  };
  const plan = (fresh: boolean) => {
    clearTimeout(timer);
    const token = store.get();
    dueAt = token ? computeRenewalTime(token, { fresh }) : undefined;
    if (dueAt !== undefined) timer = setTimeout(renewIfDue, dueAt - Date.now());
  };
  plan(false);
  store.watch(() => plan(true), signal);
  // Browsers delay timers in hidden tabs and stop them while a laptop sleeps.
  document.addEventListener('visibilitychange', renewIfDue, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
};
