// The page is a chunk of its own, which brings its texts along.
import { installCatalogue } from '@qr-attendance/web-kit';
import { receiptCatalogue } from '../messages/receipt.ts';

export { ReceiptPage } from './receipt-page.tsx';

await installCatalogue(receiptCatalogue);
