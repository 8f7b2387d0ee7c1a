import { z } from 'zod/mini';
import { daySchema, momentSchema, givenRecordIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { openStatusSchema } from './schemas.ts';

/** `typ` in the header of a receipt (RFC 7515, 4.1.9): nothing else that is signed is taken for one. */
export const RECEIPT_TYPE = 'attendance-receipt+jws';
/** More than the longest names take. */
export const RECEIPT_MAX_LENGTH = 6_000;

/** The payload of a receipt: what was recorded, not that the person was there. */
export const receiptClaimsSchema = z.object({
  /** Public address of the installation that issued it. */
  iss: z.string(),
  /** When it was issued: seconds since 1970. */
  iat: z.int(),
  mark: givenRecordIdSchema,
  student: z.string(),
  course: z.object({ name: z.string(), code: z.string() }),
  /** Day of the session. */
  date: daySchema,
  status: openStatusSchema,
  recordedAt: momentSchema,
});
export type ReceiptClaims = z.infer<typeof receiptClaimsSchema>;

/** Public keys as a JSON Web Key Set (RFC 7517): P-256 for ES256. A newer version may add others, which older pages pass over. */
export const receiptKeysSchema = z.object({
  keys: z.array(
    z.object({
      kid: z.string(),
      kty: z.string(),
      crv: z.string(),
      x: z.string(),
      y: z.string(),
      alg: z.string(),
      use: z.string(),
    }),
  ),
});
export type ReceiptKeys = z.infer<typeof receiptKeysSchema>;

/** `superseded`: what is recorded now is no longer what the receipt says. */
export const receiptResultSchema = z.enum(['valid', 'superseded']);
export const receiptCheckSchema = z.object({
  result: openEnum(receiptResultSchema),
  receipt: receiptClaimsSchema,
});
export type ReceiptCheck = z.infer<typeof receiptCheckSchema>;
