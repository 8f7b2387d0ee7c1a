import { randomBytes } from 'node:crypto';
import {
  PASSKEY_TIMEOUT_MS,
  type PasskeyAssertion,
  passkeyRequestOptionsSchema,
  type PasskeyRequestOptions,
} from '@qr-attendance/contracts';
import { type Caller, conflict, invalid } from '@qr-attendance/server';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { People } from '../../core/people/people.ts';
import { signedOutError, type StoredPasskey } from '../../core/people/rules/person.ts';
import { challengeOf, checkAssertion, rpIdFor } from '../../core/security/rules/passkey.ts';
import type { Tokens } from '../../core/tokens/tokens.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';

export interface PasskeyProofDeps {
  people: People;
  challenges: PasskeyChallenges;
  publicOrigins: string[];
  tokens: Tokens;
  clock: () => Date;
}

type Options = Parameters<typeof generateAuthenticationOptions>[0];

/** Excludes passkeys in their cool-down, because a thief may have added them. */
const usablePasskeys = async (
  { people, clock }: Pick<PasskeyProofDeps, 'people' | 'clock'>,
  studentId: string,
): Promise<StoredPasskey[]> => {
  const person = await people.findById(studentId);
  if (person?.details.userType !== 'STUDENT' || person.erased) throw signedOutError();
  return person.details.student.passkeys.filter(
    ({ countsFrom }) => Date.parse(countsFrom) <= clock().getTime(),
  );
};

export const startPasskeyProof = async (
  context: Omit<PasskeyProofDeps, 'tokens'>,
  studentId: string,
  pageOrigin: string | undefined,
): Promise<PasskeyRequestOptions> => {
  const { challenges, publicOrigins, clock } = context;
  const passkeys = await usablePasskeys(context, studentId);
  if (passkeys.length === 0) throw conflict('no_passkey', 'You have no passkey. Use your password.');
  const options = await generateAuthenticationOptions({
    rpID: rpIdFor(publicOrigins, pageOrigin),
    challenge: Uint8Array.from(randomBytes(32)),
    timeout: PASSKEY_TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })) as Options['allowCredentials'],
  });
  await challenges.add(options.challenge, studentId, new Date(clock().getTime() + PASSKEY_TIMEOUT_MS));
  return passkeyRequestOptionsSchema.parse(options);
};

const passkeyFailedError = () =>
  invalid('passkey_invalid', 'The passkey could not be verified. Please try again.');

/** Each challenge accepts one answer, correct or not. */
export const proveByPasskey = async (
  context: PasskeyProofDeps,
  caller: Caller,
  assertion: PasskeyAssertion,
): ReturnType<Tokens['prove']> => {
  const { challenges, publicOrigins, clock } = context;
  const challenge = challengeOf(assertion);
  if (challenge === undefined || !(await challenges.take(challenge, caller.id, clock())))
    throw passkeyFailedError();
  const passkeys = await usablePasskeys(context, caller.id);
  const passkey = passkeys.find(({ credentialId }) => credentialId === assertion.id);
  if (!passkey || !(await checkAssertion(assertion, { challenge, publicOrigins, passkey })))
    throw passkeyFailedError();
  return context.tokens.prove(caller, clock());
};
