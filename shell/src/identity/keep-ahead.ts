import type { Renewal } from './renewal.ts';
import { lifetimeOf } from './token-lifetime.ts';
import type { tokenStore } from './token-store.ts';

interface Options {
  /** Got just now, so that this device's clock, which may be wrong, doesn't matter. */
  fresh: boolean;
  now?: number;
  /** From 0 to 1. */
  random?: number;
}

/**
 * When a token is to be renewed, in ms since the epoch by this device's clock: of one that lives for 15 minutes between
 * 5 and 2 minutes before it expires, so that a hall that signed in together does not come back together. Undefined for
 * one that seems expired: the first call that it is refused for renews it.
 */
export const renewalMoment = (
  token: string,
  { fresh, now = Date.now(), random = Math.random() }: Options,
): number | undefined => {
  const lifetime = lifetimeOf(token);
  if (!lifetime) return undefined;
  const whole = lifetime.expiresAt - lifetime.issuedAt;
  const left = fresh ? whole : Math.min(whole, lifetime.expiresAt - now);
  if (left <= 0) return undefined;
  const margin = (whole * (2 + 3 * random)) / 15;
  return Math.floor(now + (left > margin ? left - margin : left * random));
};

/** Renews each token by itself before it expires, while somebody looks at the page, until the signal is aborted. */
export const keepAhead = (
  { start }: Pick<Renewal, 'start'>,
  store: Pick<typeof tokenStore, 'get' | 'watch'>,
  signal: AbortSignal,
): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt: number | undefined;
  const renewIfDue = () => {
    if (dueAt === undefined || Date.now() < dueAt || document.hidden) return;
    dueAt = undefined;
    // A page that is too old for the server says so at its next call.
    start().catch(() => undefined);
  };
  const plan = (fresh: boolean) => {
    clearTimeout(timer);
    const token = store.get();
    dueAt = token ? renewalMoment(token, { fresh }) : undefined;
    if (dueAt !== undefined) timer = setTimeout(renewIfDue, dueAt - Date.now());
  };
  plan(false);
  store.watch(() => plan(true), signal);
  // Timers of a page that nobody looks at are late, and those of a laptop that sleeps do not run.
  document.addEventListener('visibilitychange', renewIfDue, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
};
