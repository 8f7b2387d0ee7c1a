// Without imports of packages, because the inline script of the shell's page uses it too.
import type { DeviceKey, ScanProof } from '@qr-attendance/contracts';

export const KEY_DATABASE = 'device-key';
export const KEY_STORE = 'keys';
export const OWN = 'own';

export interface KeptKey {
  publicKey: DeviceKey;
  privateKey: CryptoKey;
}

export const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const toBase64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** @returns the signature of the text's UTF-8 bytes (ECDSA on P-256 with SHA-256), as base64url */
export const signText = async ({ privateKey }: Pick<KeptKey, 'privateKey'>, text: string): Promise<string> =>
  toBase64url(await crypto.subtle.sign(ECDSA, privateKey, new TextEncoder().encode(text)));

export const scanMoment = (): Pick<ScanProof, 'nonce' | 'at'> => ({
  nonce: crypto.randomUUID(),
  at: new Date().toISOString(),
});

/**
 * Proves which browser scanned a code.
 * @param sign signs with the private half of `publicKey`
 * @returns the header `X-Scan-Proof`: proof and signature, as base64url with a dot between
 */
export const proveScan = async (
  code: string,
  publicKey: DeviceKey,
  sign: (text: string) => Promise<string>,
): Promise<string> => {
  const proof: ScanProof = { code, ...scanMoment(), deviceKey: publicKey };
  const text = toBase64url(new TextEncoder().encode(JSON.stringify(proof)));
  return `${text}.${await sign(text)}`;
};
