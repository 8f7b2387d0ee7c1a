import type { PasskeyRegistration } from '@qr-attendance/contracts';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import {
  COSEALG,
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
} from '@simplewebauthn/server/helpers';
import { rpIdsOf, type NewPasskey } from './passkey.ts';

/** What every browser offers and every Node 24 can check. */
export const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** The challenge a browser says it answers; undefined when its words can't be read. */
export const challengeOf = ({ response }: PasskeyRegistration): string | undefined => {
  try {
    const { challenge } = decodeClientDataJSON(response.clientDataJSON) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
};

/**
 * No attestation was asked for, so one with certificates is nothing a browser sends; checking it could make this server
 * fetch revocation lists from wherever the certificate says.
 */
const hasCertificates = ({ response }: PasskeyRegistration): boolean => {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  return !(format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c')));
};

/** Checks what a browser made of a challenge. @returns undefined when anything about it is wrong */
export const checkRegistration = async (
  credential: PasskeyRegistration,
  { challenge, publicOrigins }: { challenge: string; publicOrigins: string[] },
): Promise<Omit<NewPasskey, 'name'> | undefined> => {
  try {
    if (hasCertificates(credential)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: credential as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: publicOrigins,
      expectedRPID: rpIdsOf(publicOrigins),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { id, publicKey } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: isoBase64URL.fromBuffer(publicKey),
      transports: credential.response.transports ?? [],
    };
  } catch {
    // The library throws for bytes it can't read as for a check that fails.
    return undefined;
  }
};
