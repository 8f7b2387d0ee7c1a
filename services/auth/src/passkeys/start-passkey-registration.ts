import { randomBytes } from 'node:crypto';
import {
  PASSKEY_TIMEOUT_MS,
  passkeyCreationOptionsSchema,
  type PasskeyCreationOptions,
} from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import type { People } from '../people/people.ts';
import { ALGORITHMS } from './rules/check-registration.ts';
import { refuseAnotherPasskey } from './rules/passkey-limit.ts';
import { RP_NAME, rpIdFor } from './rules/passkey.ts';

interface Deps {
  people: People;
  challenges: PasskeyChallenges;
  publicOrigins: string[];
}

/** @param pageOrigin of the page that asks, as its browser says */
export const makeStartPasskeyRegistration =
  ({ people, challenges, publicOrigins }: Deps) =>
  async (studentId: string, pageOrigin: string | undefined): Promise<PasskeyCreationOptions> => {
    const person = await people.findById(studentId);
    if (person?.details.userType !== 'STUDENT')
      throw new DomainError('unauthenticated', 'signed_out', 'Please sign in again.');
    const { passkeys } = person.details.student;
    refuseAnotherPasskey(passkeys.length);

    const options = await generateRegistrationOptions({
      rpName: RP_NAME,
      rpID: rpIdFor(publicOrigins, pageOrigin),
      // The same at every registration, so that an authenticator replaces its key instead of collecting them.
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
    await challenges.add(options.challenge, studentId, new Date(Date.now() + PASSKEY_TIMEOUT_MS));
    return passkeyCreationOptionsSchema.parse(options);
  };
