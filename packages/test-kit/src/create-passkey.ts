import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyVerifier,
} from '@qr-attendance/contracts';
import { COSEALG, isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
/** Labels and values of a COSE key. Source: RFC 9053, section 7.1. */
const KEY = { kty: 1, alg: 3, crv: -1, x: -2, y: -3 };
const EC2 = 2;
const P256 = 1;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const bytes = (data: string | Buffer) =>
  Uint8Array.from(typeof data === 'string' ? Buffer.from(data, 'base64url') : data);
const bigEndian = (value: number, length: number) => {
  const buffer = Buffer.alloc(length);
  buffer.writeUIntBE(value, 0, length);
  return buffer;
};

export interface AssertionOptions {
  challenge: string;
  rpId: string;
  origin: string;
  userVerified?: boolean;
  counter?: number;
  type?: string;
}

export interface RegistrationOptions {
  origin: string;
  userVerified?: boolean;
  challenge?: string;
  rpId?: string;
  format?: string;
}

export interface TestPasskey {
  id: string;
  verifier: PasskeyVerifier;
  assert: (signing: AssertionOptions) => PasskeyAssertion;
  register: (options: PasskeyCreationOptions, registering: RegistrationOptions) => PasskeyRegistration;
}

/**
 * An authenticator with one ES256 passkey, which verifies its user by default. Source: WebAuthn level 3,
 * sections 6.1 (authenticator data), 6.3.3 (assertions), 6.5 (attested credential data) and 8.7 (no
 * attestation).
 */
export const createPasskey = (credentialId: Buffer = randomBytes(16)): TestPasskey => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [KEY.kty, EC2],
      [KEY.alg, COSEALG.ES256],
      [KEY.crv, P256],
      [KEY.x, bytes(x)],
      [KEY.y, bytes(y)],
    ]),
  );
  const id = credentialId.toString('base64url');
  const transports = ['internal', 'hybrid'];
  const credential = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };

  const clientDataOf = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorDataOf = (rpId: string, flags: number, counter: number) =>
    Buffer.concat([sha256(rpId), Buffer.from([flags]), bigEndian(counter, 4)]);

  return {
    id,
    verifier: { credentialId: id, publicKey: Buffer.from(coseKey).toString('base64url'), transports },
    assert: ({ challenge, rpId, origin, userVerified = true, counter = 0, type = 'webauthn.get' }) => {
      const clientData = clientDataOf(type, challenge, origin);
      const flags = USER_PRESENT | (userVerified ? USER_VERIFIED : 0);
      const authenticatorData = authenticatorDataOf(rpId, flags, counter);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
    register: (
      options,
      {
        origin,
        userVerified = true,
        challenge = options.challenge,
        rpId = options.rp.id ?? '',
        format = 'none',
      },
    ) => {
      const flags = USER_PRESENT | HAS_CREDENTIAL | (userVerified ? USER_VERIFIED : 0);
      const unknownModel = Buffer.alloc(16);
      const authData = Buffer.concat([
        authenticatorDataOf(rpId, flags, 0),
        unknownModel,
        bigEndian(credentialId.length, 2),
        credentialId,
        coseKey,
      ]);
      const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', format],
        ['attStmt', new Map<string, never>()],
        ['authData', bytes(authData)],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientDataOf('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports,
        },
      };
    },
  };
};
