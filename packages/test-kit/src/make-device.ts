import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import {
  DEVICE_SIGNATURE_HEADER,
  deviceKeySchema,
  SCAN_PROOF_HEADER,
  type DeviceKey,
  type ScanProof,
} from '@qr-attendance/contracts';

/** A student's browser, as far as its key is concerned. */
export interface TestDevice {
  deviceId: string;
  publicKey: DeviceKey;
  /** The header that a request with this very body text must carry. */
  headersFor: (body: string) => Record<string, string>;
  /** The header by which it signs the scan of a code; `at` by its own clock. */
  scanHeaders: (code: string, at?: string) => Record<string, string>;
}

/** Makes a device with a new key pair, which signs like a browser's WebCrypto does. */
export const makeDevice = (): TestDevice => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const deviceKey = deviceKeySchema.parse({ kty, crv, x, y });
  const signatureOf = (text: string) =>
    sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return {
    deviceId: randomUUID(),
    publicKey: deviceKey,
    headersFor: (body) => ({ [DEVICE_SIGNATURE_HEADER]: signatureOf(body) }),
    scanHeaders: (code, at = new Date().toISOString()) => {
      const proof: ScanProof = { code, nonce: randomUUID(), at, deviceKey };
      const text = Buffer.from(JSON.stringify(proof)).toString('base64url');
      return { [SCAN_PROOF_HEADER]: `${text}.${signatureOf(text)}` };
    },
  };
};
