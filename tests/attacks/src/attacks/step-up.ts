import { randomUUID } from 'node:crypto';
import { REFEDS_MFA } from '@qr-attendance/contracts';
import pg from 'pg';
import type { Attack } from '../attack.ts';
import { freshProofChecks } from '../defenses/packages.ts';
import { usedOnce } from '../defenses/providers.ts';
import { declaredMfa, maximumLifetime, statedMfa, timeOfProof } from '../defenses/step-up.ts';
import {
  finishByForged,
  newClaims,
  type Providers,
  publishKey,
  signInByForged,
  withProviders,
} from '../target/providers.ts';
import { setUpSecondFactor } from '../target/second-factors.ts';
import { stolenSignIn } from '../target/stolen-sign-in.ts';
import type { Target } from '../target/start-target.ts';

/** The `acr` of a sign-in with a password alone. */
const ONE_FACTOR = 'https://refeds.org/profile/sfa';

const nowInSeconds = () => Math.floor(Date.now() / 1_000);
const newTeacher = () => ({ sub: randomUUID(), ...newClaims(), roles: ['employee'] });

/** Creates an address that keeps working after the sign-in, which needs a fresh proof. */
const hasFreshProof = async ({ call }: Target, token: string): Promise<boolean> =>
  (await call('POST', '/api/calendar/feed', { token })).status < 300;

/** Signs a teacher in without a fresh proof. `prove` returns from the provider with what it states. */
const signedInTeacher = async (target: Target, providers: Providers) => {
  const { sign } = await publishKey(providers);
  const claims = newTeacher();
  const browser = providers.open();
  await signInByForged(providers, browser, (nonce) => sign({ ...claims, ...nonce }));
  // The first sign-in counts as a proof, later ones only with a time.
  await signInByForged(providers, browser, (nonce) => sign({ ...claims, ...nonce }));
  const { token } = await browser.renew();
  if (await hasFreshProof(target, token)) throw new Error('the sign-in counts as a fresh proof');
  const prove = async (stated: object) => {
    const body = { provider: providers.forged.id, returnTo: '/account' };
    const url = await browser.post(token, '/api/auth/identities/proof', body);
    return finishByForged(providers, browser, url, (nonce) => sign({ ...claims, ...stated, ...nonce }));
  };
  return { browser, prove, isProven: async () => hasFreshProof(target, (await browser.renew()).token) };
};

export const stepUpAttacks: Attack[] = [
  {
    name: 'a proof at a provider by the stolen password alone (a lower acr)',
    defenses: [statedMfa],
    attempt: (target) =>
      withProviders(target, async (providers) => {
        await providers.declareForged('refeds_mfa');
        const { prove, isProven } = await signedInTeacher(target, providers);
        await prove({ acr: ONE_FACTOR, auth_time: nowInSeconds() });
        return isProven();
      }),
  },
  {
    name: 'a proof at a provider by the session that the owner left open there (an old auth_time)',
    defenses: [timeOfProof],
    attempt: (target) =>
      withProviders(target, async (providers) => {
        await providers.declareForged('refeds_mfa');
        const { prove, isProven } = await signedInTeacher(target, providers);
        await prove({ acr: REFEDS_MFA, auth_time: nowInSeconds() - 3_600 });
        return isProven();
      }),
  },
  {
    name: 'the second factor skipped by a provider that is not declared to ask for one (acr of another provider)',
    defenses: [declaredMfa],
    attempt: (target) =>
      withProviders(target, async (providers) => {
        const { open, signedInAs } = providers;
        const { sign } = await publishKey(providers);
        const claims = newTeacher();
        const [victim, attacker] = [open(), open()];
        await signInByForged(providers, victim, (nonce) => sign({ ...claims, ...nonce }));
        const { token } = await victim.renew();
        await setUpSecondFactor(target, { token });
        await signInByForged(providers, attacker, (nonce) => sign({ ...claims, acr: REFEDS_MFA, ...nonce }));
        return (await signedInAs(attacker)) !== undefined;
      }),
  },
  {
    name: 'a finished proof at a provider opened again from the history of a shared computer (replay)',
    defenses: [usedOnce],
    attempt: (target) =>
      withProviders(target, async (providers) => {
        const { browser, prove, isProven } = await signedInTeacher(target, providers);
        const callback = await prove({ auth_time: nowInSeconds() });
        if (!(await isProven())) throw new Error('the proof was rejected');
        return (await browser.finish(callback)).fragment['proof'] === 'fresh';
      }),
  },
  {
    name: 'all data of a person exported with a stolen sign-in',
    defenses: [...freshProofChecks],
    attempt: async (target) => {
      const token = await stolenSignIn(target, await target.student());
      return (await target.call('GET', '/api/auth/my-data', { token })).status === 200;
    },
  },
  {
    name: 'a stolen sign-in that is kept alive by renewing it every day',
    defenses: [maximumLifetime],
    attempt: async (target) => {
      const { id, cookie } = await target.teacher();
      const client = new pg.Client({ connectionString: target.system.databases.auth });
      await client.connect();
      const begun = "UPDATE refresh_tokens SET signed_in_at = now() - interval '8 days' WHERE user_id = $1";
      await client.query(begun, [id]).finally(() => client.end());
      const headers = { cookie, 'x-requested-with': 'qr-attendance' };
      return (await target.call('POST', '/api/auth/refresh', { headers })).status === 200;
    },
  },
];
