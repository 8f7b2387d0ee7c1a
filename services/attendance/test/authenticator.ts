import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyVerifier } from '@qr-attendance/contracts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;

/** The public key as an authenticator tells it: COSE, a CBOR map (RFC 9053, 7.1.1: EC2, ES256, P-256, x, y). */
const coseKey = (x: Buffer, y: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    x,
    Buffer.from([0x22, 0x58, 0x20]),
    y,
  ]);

/** What a signature is made for; a test changes what should be refused. */
export interface Signing {
  challenge: string;
  rpId: string;
  origin: string;
  userVerified?: boolean;
  counter?: number;
  type?: string;
}

/** A passkey in software, of one student. */
export const makePasskey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16).toString('base64url');
  const verifier: PasskeyVerifier = {
    credentialId: id,
    publicKey: coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')).toString('base64url'),
    transports: ['internal'],
  };

  const assert = ({
    challenge,
    rpId,
    origin,
    userVerified = true,
    counter = 0,
    type = 'webauthn.get',
  }: Signing): PasskeyAssertion => {
    const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
    const flags = USER_PRESENT | (userVerified ? USER_VERIFIED : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const authenticatorData = Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  };
  return { id, verifier, assert };
};
export type TestPasskey = ReturnType<typeof makePasskey>;
