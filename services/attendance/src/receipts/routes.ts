import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { publishKeys } from './receipt-keys.ts';
import { checkReceipt, issueReceipt, type Receipts } from './receipts.ts';

export const receiptRoutes = (context: Receipts): Implementation[] => [
  implement(routes.attendance.getReceipt, async ({ caller, params }) => ({
    receipt: await issueReceipt(context, caller.id, params.id),
  })),
  implement(routes.attendance.listReceiptKeys, () => publishKeys(context.receiptKeys)),
  implement(routes.attendance.checkReceipt, ({ body }) => checkReceipt(context, body.receipt)),
];
