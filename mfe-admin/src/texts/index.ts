import { defineCatalog } from '@qr-attendance/web-kit';
import en from './en.json';

export const catalog = defineCatalog({
  namespace: 'admin',
  en,
  load: async (language) =>
    (await import(/* webpackChunkName: "[request]" */ /* webpackExclude: /en\.json$/ */ `./${language}.json`))
      .default,
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    admin: typeof en;
  }
}
