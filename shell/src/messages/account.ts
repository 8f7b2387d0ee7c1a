import { defineCatalog } from '@qr-attendance/web-kit';
import { texts } from './account.en.ts';

export const accountCatalog = defineCatalog({
  namespace: 'account',
  en: texts,
  translations: { de: async () => (await import('./account.de.ts')).texts },
});
