import { randomBytes } from 'node:crypto';
import {
  PASSKEY_TIMEOUT_MS,
  type PasskeyAssertion,
  passkeyCreationOptionsSchema,
  type PasskeyCreationOptions,
  type PasskeyRegistration,
  passkeyRequestOptionsSchema,
  type PasskeyRequestOptions,
} from '@qr-attendance/contracts';
import { conflict, invalid } from '@qr-attendance/server';
import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import type { Person, StoredPasskey } from '../people/rules/person.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import {
  ALGORITHMS,
  challengeOf,
  checkAssertion,
  checkRegistration,
  type NewPasskey,
  refuseAnotherPasskey,
  RP_NAME,
  rpIdFor,
} from './rules/passkey.ts';

export interface PasskeyUseDeps {
  challenges: PasskeyChallenges;
  publicOrigins: string[];
  clock: () => Date;
}

type RequestOptions = Parameters<typeof generateAuthenticationOptions>[0];

const noPasskeyError = () => conflict('no_passkey', 'You have no passkey. Use your password.');
export const passkeyInvalidError = () =>
  invalid('passkey_invalid', 'The passkey could not be verified. Please try again.');
const challengeExpiredError = () =>
  invalid('passkey_challenge_expired', 'That took too long. Please try again.');

/** Excludes passkeys in their cool-down, because a thief may have added them. */
export const passkeysPastCoolDown = ({ passkeys }: Pick<Person, 'passkeys'>, now: Date): StoredPasskey[] =>
  passkeys.filter(({ countsFrom }) => Date.parse(countsFrom) <= now.getTime());

const addChallenge = ({ challenges, clock }: PasskeyUseDeps, challenge: string, userId: string) =>
  challenges.add(challenge, userId, new Date(clock().getTime() + PASSKEY_TIMEOUT_MS));

/** Starts a request for one of these passkeys. */
export const requestPasskey = async (
  deps: PasskeyUseDeps,
  { id: userId, passkeys }: Pick<Person, 'id' | 'passkeys'>,
  pageOrigin: string | undefined,
): Promise<PasskeyRequestOptions> => {
  if (passkeys.length === 0) throw noPasskeyError();
  const options = await generateAuthenticationOptions({
    rpID: rpIdFor(deps.publicOrigins, pageOrigin),
    challenge: Uint8Array.from(randomBytes(32)),
    timeout: PASSKEY_TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })) as RequestOptions['allowCredentials'],
  });
  await addChallenge(deps, options.challenge, userId);
  return passkeyRequestOptionsSchema.parse(options);
};

/**
 * Each challenge accepts one assertion, correct or not.
 * @returns the passkey that made the assertion; undefined if it is none of these
 */
export const judgePasskey = async (
  { challenges, publicOrigins, clock }: PasskeyUseDeps,
  { id: userId, passkeys }: Pick<Person, 'id' | 'passkeys'>,
  assertion: PasskeyAssertion,
): Promise<StoredPasskey | undefined> => {
  const challenge = challengeOf(assertion);
  if (challenge === undefined || !(await challenges.take(challenge, userId, clock()))) return undefined;
  const passkey = passkeys.find(({ credentialId }) => credentialId === assertion.id);
  const isCorrect = passkey && (await checkAssertion(assertion, { challenge, publicOrigins, passkey }));
  return isCorrect ? passkey : undefined;
};

/** Starts the registration of a passkey. */
export const requestNewPasskey = async (
  deps: PasskeyUseDeps,
  { id: userId, email, name, passkeys, details }: Person,
  pageOrigin: string | undefined,
): Promise<PasskeyCreationOptions> => {
  refuseAnotherPasskey(passkeys.length);
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: rpIdFor(deps.publicOrigins, pageOrigin),
    // The same at every registration, so that an authenticator replaces its key instead of adding another.
    userID: Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    userName: email,
    userDisplayName: name,
    challenge: Uint8Array.from(randomBytes(32)),
    timeout: PASSKEY_TIMEOUT_MS,
    attestationType: 'none',
    authenticatorSelection: {
      // A student's passkey also proves that their phone is in the room. Staff may use a security key.
      ...(details.userType === 'STUDENT' && { authenticatorAttachment: 'platform' as const }),
      residentKey: 'preferred',
      userVerification: 'required',
    },
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })) as RequestOptions['allowCredentials'] & object,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await addChallenge(deps, options.challenge, userId);
  return passkeyCreationOptionsSchema.parse(options);
};

export const judgeNewPasskey = async (
  { challenges, publicOrigins, clock }: PasskeyUseDeps,
  userId: string,
  { name, credential }: { name: string; credential: PasskeyRegistration },
): Promise<NewPasskey> => {
  const challenge = challengeOf(credential);
  if (challenge === undefined) throw passkeyInvalidError();
  if (!(await challenges.take(challenge, userId, clock()))) throw challengeExpiredError();
  const checked = await checkRegistration(credential, { challenge, publicOrigins });
  if (!checked) throw passkeyInvalidError();
  return { ...checked, name };
};
