import { installCatalog } from '@qr-attendance/web-kit';
import { receiptCatalog } from '../messages/receipt.ts';

export { ReceiptPage } from './receipt-page.tsx';

await installCatalog(receiptCatalog);
