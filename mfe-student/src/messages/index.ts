import { defineCatalogue } from '@qr-attendance/web-kit';
import { texts } from './en.ts';

export const catalogue = defineCatalogue({
  namespace: 'student',
  en: texts,
  translations: { de: async () => (await import(/* webpackChunkName: "de" */ './de.ts')).texts },
});
