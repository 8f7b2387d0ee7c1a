import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { DEVICE_SIGNATURE_HEADER, deviceKeySchema, type DeviceKey } from '@qr-attendance/contracts';

/** A student's browser, as far as its key is concerned. */
export interface TestDevice {
  deviceId: string;
  publicKey: DeviceKey;
  /** The header that a request with this very body text must carry. */
  headersFor: (body: string) => Record<string, string>;
}

/** Makes a device with a new key pair, which signs like a browser's WebCrypto does. */
export const makeDevice = (): TestDevice => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  return {
    deviceId: randomUUID(),
    publicKey: deviceKeySchema.parse({ kty, crv, x, y }),
    headersFor: (body) => {
      const signature = sign('sha256', Buffer.from(body), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return { [DEVICE_SIGNATURE_HEADER]: signature.toString('base64url') };
    },
  };
};
