import { defineCatalog } from '@qr-attendance/web-kit';
import { texts } from './en.ts';

export const catalog = defineCatalog({
  namespace: 'admin',
  en: texts,
  translations: { de: async () => (await import(/* webpackChunkName: "de" */ './de.ts')).texts },
});
