import { randomBytes } from 'node:crypto';
import type { PreparedRequest } from '../load/send.ts';
import { type Attack, MAX_CALLS, flood, type Target } from './flood.ts';

const secret = (): string => randomBytes(24).toString('base64url');
const pathOf = ({ provider = 'none' }: Target, step: 'start' | 'callback'): string =>
  `/api/auth/oidc/${provider}/${step}`;

/** Each request stores an attempt. */
const start = (target: Target): PreparedRequest => ({
  method: 'GET',
  path: pathOf(target, 'start'),
  headers: {},
});
const forgedCallback = (target: Target): PreparedRequest => ({
  method: 'GET',
  path: `${pathOf(target, 'callback')}?code=${secret()}&state=${secret()}`,
  headers: { cookie: `qr_provider_attempt=${secret()}` },
});

/** Begins attempts, and returns with an invalid code, which the product sends to the provider. */
const wrongCode: Attack = async (target, tally, signal) => {
  const begun: PreparedRequest[] = [];
  const next = (): PreparedRequest => begun.pop() ?? start(target);
  await flood(
    target,
    (status, { location, setCookies }) => {
      tally(status);
      const state = location === undefined ? null : new URL(location, target.url).searchParams.get('state');
      const [cookie] = setCookies[0]?.split(';') ?? [];
      if (state === null || cookie === undefined) return;
      const path = `${pathOf(target, 'callback')}?code=${secret()}&state=${state}`;
      begun.push({ method: 'GET', path, headers: { cookie } });
    },
    signal,
    next,
    MAX_CALLS,
  );
};

export const providerAttacks = {
  'provider-starts': (target, tally, signal) => flood(target, tally, signal, () => start(target), MAX_CALLS),
  'forged-callbacks': (target, tally, signal) =>
    flood(target, tally, signal, () => forgedCallback(target), MAX_CALLS),
  'wrong-codes': wrongCode,
} satisfies Record<string, Attack>;
