import type { PasskeyRequestOptions } from '@qr-attendance/contracts';
import { createPasskey, totpCodeOf, wrongTotpCodeOf } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import {
  codeOnce,
  codePauses,
  factorAsked,
  fewTries,
  passkeySignature,
  recoveryOnce,
} from '../defenses/auth-second-factors.ts';
import { PASSWORD, type Person } from '../target/people.ts';
import { beginSignIn, type OwnFactor, setUpPasskey, setUpSecondFactor } from '../target/second-factors.ts';
import type { Target } from '../target/start-target.ts';

const TRIES = 5;
const FREE = 10;

interface Victim extends Person, OwnFactor {}
const victim = async (target: Target): Promise<Victim> => {
  const teacher = await target.teacher();
  return { ...teacher, ...(await setUpSecondFactor(target, teacher)) };
};
const answer = async (target: Target, headers: { cookie: string }, body: object): Promise<number> => {
  const sent = { headers, body: { remember: false, ...body } };
  return (await target.call('POST', '/api/auth/sign-in/second-factor', sent)).status;
};

/** The correct code stands for the luck of somebody who guesses all codes. */
export const secondFactorAttacks: Attack[] = [
  {
    name: 'a stolen password used without the second factor',
    defenses: [factorAsked],
    attempt: async (target) => {
      const { email } = await victim(target);
      const body = { email, password: PASSWORD };
      return (await target.call('POST', '/api/auth/login', { body })).status === 200;
    },
  },
  {
    name: 'a stolen password used with a forged signature of the owner’s passkey',
    defenses: [passkeySignature],
    attempt: async (target) => {
      const owner = await target.teacher();
      const { id } = await setUpPasskey(target, owner);
      const cookie = await beginSignIn(target, owner);
      const path = '/api/auth/sign-in/second-factor/passkey-options';
      const headers = { ...cookie, origin: target.url };
      const { challenge, rpId = '' } = await target.must<PasskeyRequestOptions>('POST', path, { headers });
      const forger = createPasskey(Buffer.from(id, 'base64url'));
      const passkey = forger.assert({ challenge, rpId, origin: target.url });
      return (await answer(target, cookie, { passkey })) === 200;
    },
  },
  {
    name: 'a code of an authenticator app that was read over the shoulder, used again',
    defenses: [codeOnce],
    attempt: async (target) => {
      const owner = await victim(target);
      return (await answer(target, await beginSignIn(target, owner), { code: owner.usedCode })) === 200;
    },
  },
  {
    name: 'the code of an authenticator app guessed in one sign-in',
    defenses: [fewTries],
    attempt: async (target) => {
      const owner = await victim(target);
      const cookie = await beginSignIn(target, owner);
      const wrong = wrongTotpCodeOf(owner.secret);
      for (let tries = 0; tries < TRIES; tries += 1) await answer(target, cookie, { code: wrong });
      return (await answer(target, cookie, { code: totpCodeOf(owner.secret, 1) })) === 200;
    },
  },
  {
    name: 'the code of an authenticator app guessed in many sign-ins',
    defenses: [codePauses],
    attempt: async (target) => {
      const owner = await victim(target);
      const wrong = wrongTotpCodeOf(owner.secret);
      for (let guessed = 0; guessed < FREE; guessed += TRIES) {
        const cookie = await beginSignIn(target, owner);
        for (let tries = 0; tries < TRIES; tries += 1) await answer(target, cookie, { code: wrong });
      }
      const cookie = await beginSignIn(target, owner);
      return (await answer(target, cookie, { code: totpCodeOf(owner.secret, 1) })) === 200;
    },
  },
  {
    name: 'a recovery code that was used before, used again',
    defenses: [recoveryOnce],
    attempt: async (target) => {
      const owner = await victim(target);
      const [recoveryCode] = owner.recoveryCodes;
      await answer(target, await beginSignIn(target, owner), { recoveryCode });
      return (await answer(target, await beginSignIn(target, owner), { recoveryCode })) === 200;
    },
  },
  {
    name: 'a recovery code guessed on and on',
    defenses: [fewTries, codePauses],
    attempt: async (target) => {
      const owner = await victim(target);
      const cookie = await beginSignIn(target, owner);
      for (let tries = 0; tries < FREE; tries += 1)
        await answer(target, cookie, { recoveryCode: 'AAAA-AAAA-AAAA-AAAA' });
      return (await answer(target, cookie, { recoveryCode: owner.recoveryCodes[0] })) === 200;
    },
  },
];
