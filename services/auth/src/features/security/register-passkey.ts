import { randomBytes } from 'node:crypto';
import {
  type Passkey,
  PASSKEY_TIMEOUT_MS,
  passkeyCreationOptionsSchema,
  type PasskeyCreationOptions,
  type PasskeyRegistration,
} from '@qr-attendance/contracts';
import { type Caller, DomainError, type Worker } from '@qr-attendance/server';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import type { People } from '../../core/people/people.ts';
import { passkeysOf, signedOutError } from '../../core/people/rules/person.ts';
import {
  ALGORITHMS,
  challengeOf,
  checkRegistration,
  refuseAnotherPasskey,
  RP_NAME,
  rpIdFor,
} from '../../core/security/rules/passkey.ts';
import type { StudentSecurityStore } from '../../core/security/student-security.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';

export interface PasskeyDeps {
  people: People;
  security: StudentSecurityStore;
  challenges: PasskeyChallenges;
  publicOrigins: string[];
  wakeRelay: () => void;
  mailRelay: Worker;
  clock: () => Date;
}

export const startPasskeyRegistration = async (
  context: PasskeyDeps,
  caller: Caller,
  pageOrigin: string | undefined,
): Promise<PasskeyCreationOptions> => {
  const studentId = caller.id;
  const { people, challenges, publicOrigins, clock } = context;
  const person = await people.findById(studentId);
  if (person?.details.userType !== 'STUDENT') throw signedOutError();
  const { passkeys } = person.details.student;
  refuseAnotherPasskey(passkeys.length);

  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: rpIdFor(publicOrigins, pageOrigin),
    // The same at every registration, so that an authenticator replaces its key instead of adding another.
    userID: Uint8Array.from(Buffer.from(studentId.replaceAll('-', ''), 'hex')),
    userName: person.email,
    userDisplayName: person.name,
    challenge: Uint8Array.from(randomBytes(32)),
    timeout: PASSKEY_TIMEOUT_MS,
    attestationType: 'none',
    authenticatorSelection: {
      authenticatorAttachment: 'platform',
      residentKey: 'preferred',
      userVerification: 'required',
    },
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await challenges.add(options.challenge, studentId, new Date(clock().getTime() + PASSKEY_TIMEOUT_MS));
  return passkeyCreationOptionsSchema.parse(options);
};

const passkeyInvalidError = () =>
  new DomainError('invalid', 'passkey_invalid', 'The passkey could not be verified. Please try again.');
const challengeExpiredError = () =>
  new DomainError('invalid', 'passkey_challenge_expired', 'That took too long. Please try again.');

export const addPasskey = async (
  context: PasskeyDeps,
  caller: Caller,
  { name, credential }: { name: string; credential: PasskeyRegistration },
): Promise<Passkey[]> => {
  const { security, challenges, publicOrigins, wakeRelay, mailRelay, clock } = context;
  const challenge = challengeOf(credential);
  if (challenge === undefined) throw passkeyInvalidError();
  if (!(await challenges.take(challenge, caller.id, clock()))) throw challengeExpiredError();
  const checked = await checkRegistration(credential, { challenge, publicOrigins });
  if (!checked) throw passkeyInvalidError();
  const student = await security.addPasskey(caller.id, { ...checked, name });
  wakeRelay();
  mailRelay.wake();
  return passkeysOf(student);
};

export const removePasskey = async (
  context: PasskeyDeps,
  caller: Caller,
  passkeyId: string,
): Promise<Passkey[]> => {
  const student = await context.security.removePasskey(caller.id, passkeyId);
  context.wakeRelay();
  context.mailRelay.wake();
  return passkeysOf(student);
};
