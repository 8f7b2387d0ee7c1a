import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { publishKeys } from './receipt-keys.ts';
import { checkReceipt, issueReceipt } from './receipts.ts';

/** Receipts of marks: issued to their students, checked by anyone. */
export const receiptRoutes = (context: Context): Implementation[] => [
  implement(routes.attendance.getReceipt, async ({ caller, params }) => ({
    receipt: await issueReceipt(context, caller.id, params.id),
  })),
  implement(routes.attendance.listReceiptKeys, () => publishKeys(context.receiptKeys)),
  implement(routes.attendance.checkReceipt, ({ body }) => checkReceipt(context, body.receipt)),
];
