import { randomBytes } from 'node:crypto';
import {
  PASSKEY_TIMEOUT_MS,
  passkeyRequestOptionsSchema,
  type PasskeyRequestOptions,
  type PasskeyVerifier,
} from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { PasskeyChallenges, Passkeys } from '../passkeys.ts';
import type { MarkIds } from '../rules/mark.ts';
import type { AskOwner } from '../../projections/ask-owner.ts';
import type { RedeemTicket } from '../read-request.ts';

/**
 * The host name whose passkeys a page may use: its own when the page is ours, else that of our first address. Browsers
 * refuse a passkey for any other host than the page's.
 */
const rpIdFor = (publicOrigins: string[], pageOrigin: string | undefined): string => {
  const origin = publicOrigins.find((own) => own === pageOrigin) ?? publicOrigins[0];
  if (origin === undefined) throw new Error('no public origin');
  return new URL(origin).hostname;
};

interface Deps {
  redeemTicket: RedeemTicket;
  passkeys: Passkeys;
  askOwner: AskOwner;
  challenges: PasskeyChallenges;
  publicOrigins: string[];
}
type Options = Parameters<typeof generateAuthenticationOptions>[0];

export const makeStartPasskeyCheck = ({
  redeemTicket,
  passkeys,
  askOwner,
  challenges,
  publicOrigins,
}: Deps) => {
  /** A student may have added the first passkey a moment ago, so the owner is asked before there is none. */
  const passkeysOf = async (ids: MarkIds): Promise<PasskeyVerifier[]> => {
    const known = await passkeys.ofStudent(ids.studentId);
    if (known.length > 0) return known;
    await askOwner('security', ids);
    return passkeys.ofStudent(ids.studentId);
  };

  /** @param pageOrigin of the page that asks, as its browser says */
  return async (
    studentId: string,
    ticket: string,
    pageOrigin: string | undefined,
  ): Promise<PasskeyRequestOptions> => {
    const { sessionId, courseId, jti: ticketId } = redeemTicket(ticket, studentId);
    const verifiers = await passkeysOf({ sessionId, courseId, studentId });
    if (verifiers.length === 0)
      throw new DomainError('forbidden', 'passkey_not_set', 'Add a passkey in Security Settings first.');
    const rpId = rpIdFor(publicOrigins, pageOrigin);
    const options = await generateAuthenticationOptions({
      rpID: rpId,
      challenge: Uint8Array.from(randomBytes(32)),
      timeout: PASSKEY_TIMEOUT_MS,
      userVerification: 'required',
      allowCredentials: verifiers.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports,
      })) as Options['allowCredentials'],
    });
    const purpose = { studentId, sessionId, ticketId };
    await challenges.add(options.challenge, purpose, { rpId, lifetimeMs: PASSKEY_TIMEOUT_MS });
    return passkeyRequestOptionsSchema.parse(options);
  };
};
export type StartPasskeyCheck = ReturnType<typeof makeStartPasskeyCheck>;
