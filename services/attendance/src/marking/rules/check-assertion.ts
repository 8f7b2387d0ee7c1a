import type { PasskeyAssertion, PasskeyVerifier } from '@qr-attendance/contracts';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';

export interface ExpectedAssertion {
  challenge: string;
  rpId: string;
  publicOrigins: string[];
  verifier: PasskeyVerifier;
  counter: number;
}

export const challengeOf = ({ response }: PasskeyAssertion): string | undefined => {
  try {
    const { challenge } = decodeClientDataJSON(response.clientDataJSON) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
};

type Options = Parameters<typeof verifyAuthenticationResponse>[0];

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
    // The library throws for unreadable bytes as well as for failed checks.
    return { refusedBecause: error instanceof Error ? error.message : String(error) };
  }
};
