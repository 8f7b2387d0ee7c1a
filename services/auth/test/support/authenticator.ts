import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { PasskeyCreationOptions, PasskeyRegistration } from '@qr-attendance/contracts';
import { COSEALG, isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Labels of a COSE key and values of theirs. Source: RFC 9053, section 7.1. */
const KEY = { kty: 1, alg: 3, crv: -1, x: -2, y: -3 };
const EC2 = 2;
const P256 = 1;

const sha256 = (data: string) => createHash('sha256').update(data).digest();
const bytes = (data: Buffer) => Uint8Array.from(data);

interface Circumstances {
  /** Of the page that asked. */
  origin: string;
  credentialId?: Buffer;
  userVerified?: boolean;
  challenge?: string;
  rpId?: string;
  format?: string;
  statement?: Map<string, never>;
}

const coseKey = () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [KEY.kty, EC2],
      [KEY.alg, COSEALG.ES256],
      [KEY.crv, P256],
      [KEY.x, bytes(Buffer.from(x, 'base64url'))],
      [KEY.y, bytes(Buffer.from(y, 'base64url'))],
    ]),
  );
};

/**
 * What a browser with a platform authenticator answers to creation options. Source: WebAuthn level 3, sections 6.1
 * (authenticator data) and 6.5 (attested credential data).
 */
export const makeCredential = (
  options: PasskeyCreationOptions,
  {
    origin,
    credentialId = randomBytes(32),
    userVerified = true,
    challenge = options.challenge,
    rpId = options.rp.id ?? '',
    format = 'none',
    statement = new Map<string, never>(),
  }: Circumstances,
): PasskeyRegistration => {
  const flags = USER_PRESENT | HAS_CREDENTIAL | (userVerified ? USER_VERIFIED : 0);
  const idLength = Buffer.alloc(2);
  idLength.writeUInt16BE(credentialId.length);
  const counter = Buffer.alloc(4);
  const aaguid = Buffer.alloc(16);
  const authData = Buffer.concat([
    sha256(rpId),
    Buffer.from([flags]),
    counter,
    aaguid,
    idLength,
    credentialId,
    coseKey(),
  ]);
  const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
    ['fmt', format],
    ['attStmt', statement],
    ['authData', bytes(authData)],
  ]);
  const clientData = { type: 'webauthn.create', challenge, origin, crossOrigin: false };
  const id = credentialId.toString('base64url');
  return {
    id,
    rawId: id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      transports: ['internal', 'hybrid'],
    },
  };
};
