import { z } from 'zod/mini';
import { daySchema, momentSchema, givenRecordIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { openStatusSchema } from './schemas.ts';

/**
 * `typ` in the header of a receipt (RFC 7515, 4.1.9), so that no other signed token is accepted as a receipt.
 */
export const RECEIPT_TYPE = 'attendance-receipt+jws';
/** This length is sufficient for receipts with the longest allowed names. */
export const RECEIPT_MAX_LENGTH = 6_000;

/** A receipt states what was recorded, not that the person was there. */
export const receiptClaimsSchema = z.object({
  /** Public address of the issuing installation. */
  iss: z.string(),
  /** Seconds since 1970. */
  iat: z.int(),
  mark: givenRecordIdSchema,
  student: z.string(),
  course: z.object({ name: z.string(), code: z.string() }),
  date: daySchema,
  status: openStatusSchema,
  recordedAt: momentSchema,
});
export type ReceiptClaims = z.infer<typeof receiptClaimsSchema>;

/**
 * P-256 keys for ES256 as a JSON Web Key Set (RFC 7517). A newer release may add other keys, which older
 * pages ignore.
 */
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

/** `superseded`: the record has changed since the receipt was issued. */
export const receiptResultSchema = z.enum(['valid', 'superseded']);
export const receiptCheckSchema = z.object({
  result: openEnum(receiptResultSchema),
  receipt: receiptClaimsSchema,
});
export type ReceiptCheck = z.infer<typeof receiptCheckSchema>;
