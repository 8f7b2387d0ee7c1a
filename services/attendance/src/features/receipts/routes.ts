import { type ReceiptKeys, routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { ReceiptKeyRing } from './read-receipt.ts';
import { checkReceipt, issueReceipt, type Receipts } from './receipts.ts';

const publishKeys = ({ verifying }: Pick<ReceiptKeyRing, 'verifying'>): ReceiptKeys => ({
  keys: [...verifying].map(([kid, key]) => {
    const { x = '', y = '' } = key.export({ format: 'jwk' });
    return { kid, kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig' };
  }),
});

export const receiptRoutes = (context: Receipts): Implementation[] => [
  implement(routes.attendance.getReceipt, async ({ caller, params }) => ({
    receipt: await issueReceipt(context, caller.id, params.id),
  })),
  implement(routes.attendance.listReceiptKeys, () => publishKeys(context.receiptKeys)),
  implement(routes.attendance.checkReceipt, ({ body }) => checkReceipt(context, body.receipt)),
];
