// Imports no packages, because the early script includes this file.
import type { DeviceKey, ScanProof } from '@qr-attendance/contracts';

export const KEY_DATABASE = 'device-key';
export const KEY_STORE = 'keys';
export const OWN = 'own';

export interface StoredKey {
  publicKey: DeviceKey;
  privateKey: CryptoKey;
}

export const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const toBase64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const signText = async (
  { privateKey }: Pick<StoredKey, 'privateKey'>,
  text: string,
): Promise<string> =>
  toBase64url(await crypto.subtle.sign(ECDSA, privateKey, new TextEncoder().encode(text)));

/** The fields signed with every scan: a new nonce and the browser's time. */
export const scanMoment = (): Pick<ScanProof, 'nonce' | 'at'> => ({
  nonce: crypto.randomUUID(),
  at: new Date().toISOString(),
});

/** Returns the header `X-Scan-Proof`: proof and signature as base64url, separated by a dot. */
export const proveScan = async (
  code: string,
  publicKey: DeviceKey,
  sign: (text: string) => Promise<string>,
): Promise<string> => {
  const proof: ScanProof = { code, ...scanMoment(), deviceKey: publicKey };
  const text = toBase64url(new TextEncoder().encode(JSON.stringify(proof)));
  return `${text}.${await sign(text)}`;
};
