import { defineCatalog } from '@qr-attendance/web-kit';
import { texts } from './admin.en.ts';

export const adminCatalog = defineCatalog({
  namespace: 'admin',
  en: texts,
  translations: { de: async () => (await import('./admin.de.ts')).texts },
});
