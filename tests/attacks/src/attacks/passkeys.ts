import type { StudentProfile } from '@qr-attendance/contracts';
import { createDevice, type TestPasskey } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { coolDownsOfAdditions } from '../defenses/auth.ts';
import { challengeSession, challengeTicket, userVerification } from '../defenses/evidence.ts';
import { passkeyAssertion, registeredKey, challengeConsumption } from '../defenses/marking.ts';
import { freshProofChecks } from '../defenses/packages.ts';
import { addPasskey, answerChallenge } from '../target/passkeys.ts';
import type { Lesson, Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';
import { stolenSignIn } from '../target/stolen-sign-in.ts';

const policy = { requirePasskey: true };

const markBy = async (target: Target, passkey: TestPasskey, [running, absent]: [Lesson, Student]) => {
  const ticket = await target.scan(absent, running);
  const answer = await answerChallenge(target, absent, { passkey, ticket }).catch(() => undefined);
  return answer !== undefined && (await target.mark(absent, ticket, { passkey: answer })).status === 201;
};

export const passkeyAttacks: Attack[] = [
  {
    name: 'a used passkey assertion sent again for the next session',
    defenses: [challengeConsumption, challengeSession, challengeTicket],
    attempt: async (target) => {
      const { lesson, member, enroll, scan, mark } = target;
      const [before, running] = [await lesson({ policy }), await lesson({ policy })];
      const absent = await member(before);
      await enroll(absent, running);
      const passkey = await addPasskey(target, absent);
      const ticket = await scan(absent, before);
      const answer = await answerChallenge(target, absent, { passkey, ticket });
      const { status } = await mark(absent, ticket, { passkey: answer });
      if (status !== 201) throw new Error(`the honest mark was answered ${status}`);
      return (await mark(absent, await scan(absent, running), { passkey: answer })).status === 201;
    },
  },
  {
    name: 'a new passkey assertion for a different session',
    defenses: [challengeSession, challengeTicket],
    attempt: async (target) => {
      const { lesson, member, scan, mark } = target;
      const [elsewhere, running] = [await lesson({ policy }), await lesson({ policy })];
      const absent = await member(running);
      const passkey = await addPasskey(target, absent);
      const ticket = await scan(absent, elsewhere);
      const answer = await answerChallenge(target, absent, { passkey, ticket });
      return (await mark(absent, await scan(absent, running), { passkey: answer })).status === 201;
    },
  },
  {
    name: 'a new passkey assertion for a different scan of the same session',
    defenses: [challengeTicket],
    attempt: async (target) => {
      const { lesson, member, scan, mark } = target;
      const running = await lesson({ policy });
      const absent = await member(running);
      const passkey = await addPasskey(target, absent);
      const ticket = await scan(absent, running);
      const answer = await answerChallenge(target, absent, { passkey, ticket });
      return (await mark(absent, await scan(absent, running), { passkey: answer })).status === 201;
    },
  },
  {
    name: 'the student’s passkey replaced by a friend’s as if it were the first, and used immediately',
    defenses: [...coolDownsOfAdditions],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const absent = await target.member(running);
      const { token } = absent;
      await addPasskey(target, absent);
      const me = await target.must<{ profile: StudentProfile }>('GET', '/api/auth/me', { token });
      for (const { id } of me.profile.passkeys)
        await target.must('DELETE', `/api/auth/passkeys/${id}`, { token });
      return markBy(target, await addPasskey(target, absent), [running, absent]);
    },
  },
  {
    name: 'a software passkey lent to a friend, used on the friend’s phone',
    defenses: [registeredKey],
    attempt: async (target) => {
      const running = await target.lesson({ policy: { ...policy, requireDevice: true } });
      const absent = await target.member(running);
      // The key of this software authenticator can be copied like a file.
      const lent = await addPasskey(target, absent);
      return markBy(target, lent, [running, { ...absent, device: createDevice() }]);
    },
  },
  {
    name: 'a passkey added with a stolen sign-in',
    defenses: [...freshProofChecks],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const absent = await target.member(running);
      const thief = { ...absent, token: await stolenSignIn(target, absent) };
      const added = await addPasskey(target, thief).catch(() => undefined);
      return added !== undefined && markBy(target, added, [running, thief]);
    },
  },
  {
    name: 'a passkey assertion without user verification',
    defenses: [userVerification],
    attempt: async (target) => {
      const { lesson, member, scan, mark } = target;
      const running = await lesson({ policy });
      const owner = await member(running);
      const passkey = await addPasskey(target, owner);
      const ticket = await scan(owner, running);
      const answer = await answerChallenge(target, owner, { passkey, ticket, userVerified: false });
      return (await mark(owner, ticket, { passkey: answer })).status === 201;
    },
  },
  {
    name: 'biometricVerified: true instead of a passkey assertion',
    defenses: [passkeyAssertion],
    attempt: async (target) => {
      const { lesson, member, scan, mark } = target;
      const running = await lesson({ policy });
      const owner = await member(running);
      await addPasskey(target, owner);
      return (await mark(owner, await scan(owner, running), { biometricVerified: true })).status === 201;
    },
  },
];
