import { z } from 'zod/mini';

/** The two spare bits of the last digit must be zero: otherwise one key would have several thumbprints. */
const coordinateSchema = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, 'must be 32 bytes in base64url'));

/**
 * A browser's public P-256 key as a JSON Web Key (RFC 7517), with only the members of its thumbprint (RFC
 * 7638). The private key cannot leave the browser.
 */
export const deviceKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinateSchema,
  y: coordinateSchema,
});
export type DeviceKey = z.infer<typeof deviceKeySchema>;

/**
 * Header with the device's signature of the exact request body: ECDSA with SHA-256 in the IEEE P1363 format
 * of WebCrypto (64 bytes), base64url.
 */
export const DEVICE_SIGNATURE_HEADER = 'x-device-signature';

/**
 * Header with the signed scan of a code: the payload as JSON in base64url, a dot, and the signature of that
 * base64url text, as above. The shape follows JWS in compact form (RFC 7515), without a header that could be
 * forged.
 */
export const SCAN_PROOF_HEADER = 'x-scan-proof';

/** Created by the browser and stored there as `deviceId`. */
export const deviceIdSchema = z.uuid();
