import { z } from 'zod/mini';

/** The two unused bits of the last digit must be zero; otherwise one key would have several thumbprints. */
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
 * Header with the device's signature of the exact request body: ECDSA with SHA-256 in WebCrypto's IEEE P1363
 * format (64 bytes), base64url.
 */
export const DEVICE_SIGNATURE_HEADER = 'x-device-signature';

/**
 * Header with the signed scan of a code: the payload as JSON in base64url, a dot, and the device's signature
 * of that base64url text. The format follows compact JWS (RFC 7515), but has no header, so the algorithm
 * cannot be forged.
 */
export const SCAN_PROOF_HEADER = 'x-scan-proof';

/** The browser creates the id and stores it as `deviceId`. */
export const deviceIdSchema = z.uuid();
