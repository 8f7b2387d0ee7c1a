import { z } from 'zod/mini';
import { recordIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { RECEIPT_MAX_LENGTH, receiptCheckSchema, receiptKeysSchema } from './receipt-schemas.ts';

const { get, post } = routesOf('attendance');

/** A JSON Web Signature (RFC 7515, compact, ES256) of `receiptClaimsSchema`. */
export const getReceipt = get('/api/attendance/:id/receipt', {
  summary: 'Get a signed receipt of my mark',
  access: 'student',
  grants: 'reads',
  params: z.object({ id: recordIdSchema }),
  answer: z.object({ receipt: z.string() }),
});
export const listReceiptKeys = get('/api/attendance/receipt-keys', {
  summary: 'List the public keys of receipts as a JSON Web Key Set, including retired ones',
  access: 'anyone',
  grants: 'reads',
  answer: receiptKeysSchema,
});
/** Returns only the content of the receipt, and whether it is still current. */
export const checkReceipt = post('/api/attendance/receipts/check', {
  summary: 'Verify that a receipt was issued here and still matches the record',
  access: 'anyone',
  grants: 'reads',
  body: z.object({
    receipt: z.string().check(z.minLength(1, 'is required'), z.maxLength(RECEIPT_MAX_LENGTH, 'is too long')),
  }),
  answer: receiptCheckSchema,
});
