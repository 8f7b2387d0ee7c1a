import i18next from 'i18next';
import { common } from './common.en.ts';
import { DEFAULT_LANGUAGE, type Language } from './language-names.ts';
import { currentLanguage, startLanguages } from './languages.ts';
import { specified } from './specified.en.ts';

export interface Texts {
  [key: string]: string | Texts;
}
/**
 * The texts of one app, in its own i18next namespace: English is bundled, other languages are loaded on
 * demand.
 */
export interface Catalogue {
  namespace: string;
  en: Texts;
  translations: Record<Exclude<Language, 'en'>, () => Promise<Texts>>;
}

export const defineCatalogue = (catalogue: Catalogue): Catalogue => catalogue;

const kitCatalogues: Catalogue[] = [
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

const loadTranslation = async ({ namespace, translations }: Catalogue): Promise<void> => {
  const language = currentLanguage();
  if (language === DEFAULT_LANGUAGE) return;
  // English is the fallback for texts that cannot be fetched.
  const texts = await translations[language]().catch(() => undefined);
  if (texts) i18next.addResourceBundle(language, namespace, texts, true, true);
};

const installed = new Map<Catalogue, Promise<void>>();
let following = false;

const install = (catalogue: Catalogue): Promise<void> => {
  i18next.addResourceBundle(DEFAULT_LANGUAGE, catalogue.namespace, catalogue.en, true, true);
  return loadTranslation(catalogue);
};

/**
 * Registers an app's texts for the current and any later language. Shell and remotes share one i18next, so
 * the first one initializes it, and a reloaded remote with newer texts replaces its own.
 * @returns when the texts of the current language are loaded
 */
export const installCatalogue = (catalogue: Catalogue): Promise<void> => {
  startLanguages();
  const known = installed.get(catalogue);
  if (known) return known;
  if (!following)
    i18next.on('languageChanged', () => {
      for (const one of installed.keys()) installed.set(one, loadTranslation(one));
    });
  following = true;
  for (const one of kitCatalogues) if (!installed.has(one)) installed.set(one, install(one));
  installed.set(catalogue, install(catalogue));
  const all = Promise.all([...kitCatalogues, catalogue].map((one) => installed.get(one))).then(
    () => undefined,
  );
  installed.set(catalogue, all);
  return all;
};
