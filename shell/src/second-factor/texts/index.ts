import { defineCatalog } from '@qr-attendance/web-kit';
import en from './en.json';

export const secondFactorCatalog = defineCatalog({
  namespace: 'secondFactor',
  en,
  load: async (language) => (await import(/* webpackExclude: /en\.json$/ */ `./${language}.json`)).default,
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    secondFactor: typeof en;
  }
}
