import type { PasskeyAssertion, PasskeyVerifier } from '@qr-attendance/contracts';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';

/** What an assertion must be made for, and by what. */
export interface ExpectedAssertion {
  challenge: string;
  rpId: string;
  publicOrigins: string[];
  verifier: PasskeyVerifier;
  /** How often the authenticator had signed before; 0 when it does not count. */
  counter: number;
}

/** The challenge a browser says it answers; undefined when its words can't be read. */
export const challengeOf = ({ response }: PasskeyAssertion): string | undefined => {
  try {
    const { challenge } = decodeClientDataJSON(response.clientDataJSON) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
};

type Options = Parameters<typeof verifyAuthenticationResponse>[0];

/** Checks a signed challenge. @returns the authenticator's new counter, or why the assertion is refused */
export const checkAssertion = async (
  assertion: PasskeyAssertion,
  { challenge, rpId, publicOrigins, verifier, counter }: ExpectedAssertion,
): Promise<{ counter: number } | { refusedBecause: string }> => {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as Options['response'],
      expectedChallenge: challenge,
      expectedOrigin: publicOrigins,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: verifier.credentialId,
        publicKey: isoBase64URL.toBuffer(verifier.publicKey),
        counter,
      },
    });
    return verified
      ? { counter: authenticationInfo.newCounter }
      : { refusedBecause: 'the signature is wrong' };
  } catch (error) {
    // The library throws for bytes it can't read as for a check that fails.
    return { refusedBecause: error instanceof Error ? error.message : String(error) };
  }
};
