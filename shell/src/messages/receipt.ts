import { defineCatalog } from '@qr-attendance/web-kit';
import { texts } from './receipt.en.ts';

export const receiptCatalog = defineCatalog({
  namespace: 'receipt',
  en: texts,
  translations: { de: async () => (await import('./receipt.de.ts')).texts },
});
