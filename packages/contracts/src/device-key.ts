import { z } from 'zod/mini';

/** The last digit's two spare bits must be zero: written otherwise, one key would have many thumbprints. */
const coordinateSchema = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, 'must be 32 bytes in base64url'));

/**
 * The public half of a browser's own key pair, whose private half can't leave the browser: a P-256 key as JSON Web Key
 * (RFC 7517), with nothing but the members its thumbprint (RFC 7638) is made of.
 */
export const deviceKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinateSchema,
  y: coordinateSchema,
});
export type DeviceKey = z.infer<typeof deviceKeySchema>;

/**
 * Header that carries the device's signature of the request's body, byte for byte as sent: ECDSA with SHA-256, the two
 * numbers one after the other as WebCrypto writes them (IEEE P1363, 64 bytes), base64url.
 */
export const DEVICE_SIGNATURE_HEADER = 'x-device-signature';

/**
 * Header by which a browser signs the scan of a code: what it signs, as JSON in base64url, a dot, and the signature of that
 * base64url text, as above. Source of the shape: JWS in compact form (RFC 7515), without a header that could be forged.
 */
export const SCAN_PROOF_HEADER = 'x-scan-proof';
