import { defineCatalogue } from '@qr-attendance/web-kit';
import { texts } from './admin.en.ts';

export const adminCatalogue = defineCatalogue({
  namespace: 'admin',
  en: texts,
  translations: { de: async () => (await import('./admin.de.ts')).texts },
});
