import { installCatalog } from '@qr-attendance/web-kit';
import { receiptCatalog } from './texts/index.ts';

export { ReceiptPage } from './receipt-page.tsx';

await installCatalog(receiptCatalog);
