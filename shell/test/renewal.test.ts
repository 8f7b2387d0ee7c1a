import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ApiError, type Retry } from '@qr-attendance/web-kit';
import { renewAhead, computeRenewalTime } from '../src/identity/renew-ahead.ts';
import { createRenewal, type Renewal } from '../src/identity/renewal.ts';
import { tokenStore } from '../src/identity/token-store.ts';

const START = Date.parse('2026-09-14T09:00:00.000Z');
const MINUTE = 60_000;

const tokenFrom = (issuedAt: number, minutes = 15): string => {
  const iat = issuedAt / 1_000;
  const payload = btoa(JSON.stringify({ sub: 'x', iat, exp: iat + minutes * 60 }));
  return `head.${payload.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`;
};
const busy = (retryAfterSeconds?: number) => new ApiError(503, { code: 'overloaded' }, retryAfterSeconds);
const never = new Promise<string>(() => undefined);

const start = (...ends: (string | Error | Promise<string>)[]) => {
  const signedOut: ApiError[] = [];
  const retries: (Retry | undefined)[] = [];
  const asked: number[] = [];
  const renewal = createRenewal({
    store: tokenStore,
    onSignedOut: (why) => signedOut.push(why),
    onRetry: (retry) => retries.push(retry),
    request: async () => {
      asked.push(Date.now() - START);
      const end = ends.shift() ?? never;
      if (end instanceof Error) throw end;
      return end;
    },
  });
  return { renewal, signedOut, retries, asked };
};
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  jest.useFakeTimers({ now: START });
  localStorage.setItem('token', 'old');
});
afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
});

describe('a token renewal', () => {
  test('stores the new token', async () => {
    const { renewal, retries } = start('new');
    expect(await renewal.renew()).toBe('new');
    expect(tokenStore.get()).toBe('new');
    expect(retries.filter(Boolean)).toEqual([]);
  });

  test('sends one request for all waiting callers', async () => {
    const { renewal, asked } = start('new');
    expect(await Promise.all([renewal.renew(), renewal.renew()])).toEqual(['new', 'new']);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['429', new ApiError(429, { code: 'too_many_requests' }, 2)],
    ['503', new ApiError(503, { code: 'overloaded' }, 2)],
    ['408', new ApiError(408)],
    ['a 401 from a proxy', new ApiError(401)],
    ['a 403 from a proxy', new ApiError(403)],
    ['a lost connection', new ApiError(0)],
  ])('keeps the user signed in and succeeds after two responses with %s', async (_what, failure) => {
    const { renewal, signedOut, retries } = start(failure, failure, 'new');
    const renewed = renewal.renew();
    await pass(500);
    expect(retries.at(-1)?.until).toBeGreaterThan(Date.now());
    expect(tokenStore.get()).toBe('old');
    await pass(20_000);
    expect(await renewed).toBe('new');
    expect(retries.at(-1)).toBeUndefined();
    expect(signedOut).toEqual([]);
  });

  test('is not repeated before the time set by the server', async () => {
    const { renewal, asked } = start(busy(7), 'new');
    void renewal.renew();
    await pass(6_900);
    expect(asked).toHaveLength(1);
    await pass(2_200);
    expect(asked).toHaveLength(2);
  });

  test('is aborted after its time limit and repeated', async () => {
    const signals: AbortSignal[] = [];
    const renewal = createRenewal({
      store: tokenStore,
      onSignedOut: () => undefined,
      onRetry: () => undefined,
      timeoutMs: 20,
      request: (signal) => {
        if (signals.push(signal) > 1) return Promise.resolve('new');
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
    });
    // Fake timers do not affect the browser's own time-out signal.
    jest.useRealTimers();
    expect(await renewal.renew()).toBe('new');
    expect(signals).toHaveLength(2);
    expect(signals[0]?.aborted).toBe(true);
  });

  test('signs the user out if the token is gone', async () => {
    const { renewal, signedOut, asked } = start('new');
    tokenStore.clear();
    expect(await renewal.renew()).toBeUndefined();
    expect(signedOut).toHaveLength(1);
    expect(asked).toHaveLength(0);
  });

  test('signs the user out with the reason if it is rejected', async () => {
    const refusal = new ApiError(401, { code: 'signed_out' });
    const { renewal, signedOut } = start(refusal);
    expect(await renewal.renew()).toBeUndefined();
    expect(tokenStore.get()).toBeUndefined();
    expect(signedOut).toEqual([refusal]);
  });

  test('keeps the user signed in if it is rejected because another tab renewed the token', async () => {
    const refusal = new Promise<string>((_resolve, reject) => {
      setTimeout(() => {
        localStorage.setItem('token', 'of another tab');
        reject(new ApiError(401, { code: 'signed_out' }));
      }, 100);
    });
    const { renewal, signedOut } = start(refusal);
    const renewed = renewal.renew();
    await pass(200);
    expect(await renewed).toBe('of another tab');
    expect(signedOut).toEqual([]);
  });

  test('does not sign in a user who has signed out in the meantime', async () => {
    const late = new Promise<string>((resolve) => setTimeout(() => resolve('new'), 100));
    const { renewal } = start(late);
    const renewed = renewal.renew();
    await pass(50);
    tokenStore.clear();
    await pass(100);
    expect(await renewed).toBeUndefined();
    expect(tokenStore.get()).toBeUndefined();
  });

  test('stops waiting as soon as another tab has stored a new token', async () => {
    const { renewal, asked } = start(busy(60));
    const renewed = renewal.renew();
    await pass(1_000);
    localStorage.setItem('token', 'of another tab');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(await renewed).toBe('of another tab');
    expect(asked).toHaveLength(1);
  });
});

describe('tabs of a browser', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'locks');
  });
  const putLocks = (request: (name: string, options: object, work: () => unknown) => Promise<unknown>) =>
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });

  test('renew one after the other, and the second tab uses the token of the first', async () => {
    let last: Promise<unknown> = Promise.resolve();
    putLocks((_name, _options, work) => (last = last.then(work)));
    const one = start('new');
    const other = start('newer');
    expect(await Promise.all([one.renewal.renew(), other.renewal.renew()])).toEqual(['new', 'new']);
    expect([...one.asked, ...other.asked]).toHaveLength(1);
  });

  test('renew without the lock if it is unavailable', async () => {
    putLocks(() => Promise.reject(new DOMException('frozen', 'TimeoutError')));
    expect(await start('new').renewal.renew()).toBe('new');
  });
});

describe('renewal in advance', () => {
  const look = (hidden: boolean) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  afterEach(() => look(false));
  const begin = (renewal: Renewal) => {
    const over = new AbortController();
    renewAhead(renewal, tokenStore, over.signal);
    return () => over.abort();
  };

  test('renews a token 5 to 2 minutes before it expires, and later its successor', async () => {
    const { renewal, asked } = start(tokenFrom(START + 12 * MINUTE), tokenFrom(START + 24 * MINUTE));
    const stop = begin(renewal);
    tokenStore.set(tokenFrom(START));
    await pass(9.9 * MINUTE);
    expect(asked).toHaveLength(0);
    await pass(3.2 * MINUTE);
    expect(asked).toHaveLength(1);
    await pass(15 * MINUTE);
    expect(asked).toHaveLength(2);
    stop();
  });

  test('fails silently and retries', async () => {
    const next = tokenFrom(START + 12 * MINUTE);
    const { renewal, retries } = start(busy(), next);
    const stop = begin(renewal);
    tokenStore.set(tokenFrom(START));
    await pass(14 * MINUTE);
    expect(tokenStore.get()).toBe(next);
    expect(retries).toEqual([]);
    stop();
  });

  test('renews the token of a hidden page when it becomes visible', async () => {
    const { renewal, asked } = start('new');
    const stop = begin(renewal);
    tokenStore.set(tokenFrom(START));
    look(true);
    await pass(60 * MINUTE);
    expect(asked).toHaveLength(0);
    look(false);
    await pass(0);
    expect(asked).toHaveLength(1);
    stop();
  });

  test.each([
    ['fresh, early', { fresh: true, now: START, random: 1 }, START + 10 * MINUTE],
    ['fresh, late', { fresh: true, now: START, random: 0 }, START + 13 * MINUTE],
    [
      'fresh, on a device whose clock is an hour ahead',
      { fresh: true, now: START + 60 * MINUTE, random: 1 },
      START + 70 * MINUTE,
    ],
    ['stored, with time left', { fresh: false, now: START + MINUTE, random: 1 }, START + 10 * MINUTE],
    [
      'stored, about to expire',
      { fresh: false, now: START + 14 * MINUTE, random: 0.5 },
      START + 14.5 * MINUTE,
    ],
    ['stored, expired', { fresh: false, now: START + 16 * MINUTE, random: 0.5 }, undefined],
  ])('computes the renewal time of a token that is %s', (_what, options, moment) =>
    expect(computeRenewalTime(tokenFrom(START), options)).toBe(moment),
  );

  test('renews a one-minute token in its last third', () => {
    const token = tokenFrom(START, 1);
    const moments = [0, 1].map((random) => computeRenewalTime(token, { fresh: true, now: START, random }));
    expect(moments).toEqual([START + 52_000, START + 40_000]);
  });

  test('computes no renewal time for a token that ends together with the sign-in', () => {
    const iat = START / 1_000;
    const ends = (signInEnds: number) =>
      computeRenewalTime(`e30.${btoa(JSON.stringify({ iat, exp: iat + 900, signInEnds }))}.s`, {
        fresh: true,
        now: START,
      });
    expect(ends(iat + 900)).toBeUndefined();
    expect(ends(iat + 901)).toBeGreaterThan(START);
  });

  test('computes no renewal time for other strings', () => {
    expect(computeRenewalTime('stored', { fresh: true })).toBeUndefined();
  });
});
