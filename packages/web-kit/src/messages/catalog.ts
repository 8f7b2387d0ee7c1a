import { common } from './common.en.ts';
import { DEFAULT_LANGUAGE, type Language } from './language-names.ts';
import { currentLanguage, i18n, startLanguages } from './languages.ts';
import { specified } from './specified.en.ts';

export interface Texts {
  [key: string]: string | Texts;
}
/** One app's texts in a namespace: English in the bundle, other languages on demand. */
export interface Catalog {
  namespace: string;
  en: Texts;
  translations: Record<Exclude<Language, 'en'>, () => Promise<Texts>>;
}

export const defineCatalog = (catalog: Catalog): Catalog => catalog;

const kitCatalogs: Catalog[] = [
  {
    namespace: 'common',
    en: common,
    translations: { de: async () => (await import(/* webpackChunkName: "de" */ './common.de.ts')).common },
  },
  {
    namespace: 'specified',
    en: specified,
    translations: {
      de: async () => (await import(/* webpackChunkName: "de" */ './specified.de.ts')).specified,
    },
  },
  {
    namespace: 'refusals',
    en: {},
    translations: {
      de: async () => (await import(/* webpackChunkName: "de" */ './refusals.de.ts')).refusals,
    },
  },
];

const loadTranslation = async ({ namespace, translations }: Catalog): Promise<void> => {
  const language = currentLanguage();
  if (language === DEFAULT_LANGUAGE) return;
  // English remains if a translation cannot be loaded.
  const texts = await translations[language]().catch(() => undefined);
  if (texts) i18n.addResourceBundle(language, namespace, texts, true, true);
};

const installed = new Map<Catalog, Promise<void>>();
let following = false;

const install = (catalog: Catalog): Promise<void> => {
  i18n.addResourceBundle(DEFAULT_LANGUAGE, catalog.namespace, catalog.en, true, true);
  return loadTranslation(catalog);
};

/** Resolves once the texts are loaded. */
export const installCatalog = (catalog: Catalog): Promise<void> => {
  startLanguages();
  const known = installed.get(catalog);
  if (known) return known;
  if (!following)
    i18n.on('languageChanged', () => {
      for (const one of installed.keys()) installed.set(one, loadTranslation(one));
    });
  following = true;
  for (const one of kitCatalogs) if (!installed.has(one)) installed.set(one, install(one));
  installed.set(catalog, install(catalog));
  const all = Promise.all([...kitCatalogs, catalog].map((one) => installed.get(one))).then(() => undefined);
  installed.set(catalog, all);
  return all;
};
