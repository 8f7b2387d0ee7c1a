import common from './common/en.json';
import { DEFAULT_LANGUAGE, type Language } from './language-names.ts';
import { currentLanguage, i18n, startLanguages } from './languages.ts';
import specified from './specified/en.json';

export interface Texts {
  [key: string]: string | Texts;
}
/** One app's texts in a namespace: English in the bundle, other languages on demand. */
export interface Catalog {
  namespace: string;
  en: Texts;
  load: (language: Exclude<Language, 'en'>) => Promise<Texts>;
}

export const defineCatalog = (catalog: Catalog): Catalog => catalog;

/**
 * The build replaces `[request]` with the language, so that one chunk contains all texts of a language; see
 * `chunksOfTexts`.
 */
export const kitCatalogs: readonly Catalog[] = [
  {
    namespace: 'common',
    en: common,
    load: async (language) =>
      (
        await import(
          /* webpackChunkName: "[request]" */ /* webpackExclude: /en\.json$/ */ `./common/${language}.json`
        )
      ).default,
  },
  {
    namespace: 'specified',
    en: specified,
    load: async (language) =>
      (
        await import(
          /* webpackChunkName: "[request]" */ /* webpackExclude: /en\.json$/ */ `./specified/${language}.json`
        )
      ).default,
  },
  {
    namespace: 'refusals',
    en: {},
    load: async (language) => {
      const { loadRefusals } = await import(
        /* webpackChunkName: "refusals" */ '@qr-attendance/contracts/refusals'
      );
      return loadRefusals(language);
    },
  },
];

/** Adds keys such as `common:cancel` for the text `cancel`. */
type PrefixedTexts<Namespace extends string, Resource> = {
  [Key in keyof Resource & string as `${Namespace}:${Key}`]: Resource[Key];
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    fallbackNS: 'common';
  }
  /**
   * Every app adds its namespaces. Keys of the kit are accepted in each, because it is the fallback
   * namespace.
   */
  interface ResourceNamespaceMap {
    common: typeof common &
      PrefixedTexts<'common', typeof common> &
      PrefixedTexts<'specified', typeof specified>;
  }
}

const loadTranslation = async ({ namespace, load }: Catalog): Promise<void> => {
  const language = currentLanguage();
  if (language === DEFAULT_LANGUAGE) return;
  // English texts remain if a translation cannot be loaded.
  const texts = await load(language).catch(() => undefined);
  if (texts) i18n.addResourceBundle(language, namespace, texts, true, true);
};

const installed = new Map<Catalog, Promise<void>>();
let following = false;

const install = (catalog: Catalog): Promise<void> => {
  // A page installs its catalog while it renders, and other components must not be notified during rendering.
  i18n.addResourceBundle(DEFAULT_LANGUAGE, catalog.namespace, catalog.en, true, true, { silent: true });
  return loadTranslation(catalog);
};

export const installCatalog = (catalog: Catalog): Promise<void> => {
  startLanguages();
  const installation = installed.get(catalog);
  if (installation) return installation;
  if (!following)
    i18n.on('languageChanged', () => {
      for (const one of installed.keys()) installed.set(one, loadTranslation(one));
    });
  following = true;
  for (const kitCatalog of kitCatalogs)
    if (!installed.has(kitCatalog)) installed.set(kitCatalog, install(kitCatalog));
  installed.set(catalog, install(catalog));
  const all = Promise.all([...kitCatalogs, catalog].map((one) => installed.get(one))).then(() => undefined);
  installed.set(catalog, all);
  return all;
};
