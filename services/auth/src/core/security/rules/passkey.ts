import { MAX_PASSKEYS, type PasskeyAssertion, type PasskeyRegistration } from '@qr-attendance/contracts';
import { conflict } from '@qr-attendance/server';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import {
  COSEALG,
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
} from '@simplewebauthn/server/helpers';
import type { StoredPasskey } from '../../people/rules/person.ts';

export const RP_NAME = 'QR Attendance System';

export type NewPasskey = Omit<StoredPasskey, 'id' | 'createdAt' | 'countsFrom'>;

/**
 * The host name for a new passkey: that of the requesting page if it is one of ours, else that of our first
 * origin. Browsers reject a host other than the page's.
 */
export const rpIdFor = (publicOrigins: string[], pageOrigin: string | undefined): string => {
  const origin = publicOrigins.find((own) => own === pageOrigin) ?? publicOrigins[0];
  if (origin === undefined) throw new Error('no public origin');
  return new URL(origin).hostname;
};
const rpIdsOf = (publicOrigins: string[]): string[] => [
  ...new Set(publicOrigins.map((origin) => new URL(origin).hostname)),
];

export const refuseAnotherPasskey = (count: number): void => {
  if (count >= MAX_PASSKEYS)
    throw conflict(
      'too_many_passkeys',
      `You can have at most ${MAX_PASSKEYS} passkeys. Please remove one first.`,
    );
};

/** All browsers support these algorithms, and Node can verify them. */
export const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

export const challengeOf = ({
  response,
}: Pick<PasskeyRegistration | PasskeyAssertion, 'response'>): string | undefined => {
  try {
    const { challenge } = decodeClientDataJSON(response.clientDataJSON) as { challenge?: unknown };
    return typeof challenge === 'string' && isoBase64URL.isBase64URL(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Browsers send no certificates, because we request no attestation. Verifying one could make this server
 * fetch revocation lists from a URL in the certificate.
 */
const hasCertificates = ({ response }: PasskeyRegistration): boolean => {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  return !(format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c')));
};

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
    // The library throws for unreadable bytes and for failed checks alike.
    return undefined;
  }
};

export const checkAssertion = async (
  assertion: PasskeyAssertion,
  {
    challenge,
    publicOrigins,
    passkey: { credentialId, publicKey },
  }: { challenge: string; publicOrigins: string[]; passkey: StoredPasskey },
): Promise<boolean> => {
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: publicOrigins,
      expectedRPID: rpIdsOf(publicOrigins),
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: isoBase64URL.toBuffer(publicKey), counter: 0 },
    });
    return verified;
  } catch {
    return false;
  }
};
