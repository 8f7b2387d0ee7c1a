import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import {
  DEVICE_SIGNATURE_HEADER,
  deviceKeySchema,
  SCAN_PROOF_HEADER,
  type DeviceKey,
  type ScanProof,
} from '@qr-attendance/contracts';

export interface TestDevice {
  deviceId: string;
  publicKey: DeviceKey;
  headersFor: (body: string) => Record<string, string>;
  scanHeaders: (code: string, at?: string) => Record<string, string>;
}

export const createDevice = (): TestDevice => {
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
