import { defineCatalog } from '@qr-attendance/web-kit';
import en from './en.json';

export const proofCatalog = defineCatalog({
  namespace: 'proof',
  en,
  load: async (language) => (await import(/* webpackExclude: /en\.json$/ */ `./${language}.json`)).default,
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    proof: typeof en;
  }
}
