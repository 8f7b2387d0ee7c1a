import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { common } from './common.en.ts';

/** Texts by key; keys may nest. */
export interface Texts {
  [key: string]: string | Texts;
}
/** The texts of one app, in its own i18next namespace. */
export interface Catalogue {
  namespace: string;
  en: Texts;
}

export const defineCatalogue = (catalogue: Catalogue): Catalogue => catalogue;

/**
 * Makes an app's texts known. Shell and remotes share one i18next, so the first to come sets it up, and a remote that
 * is loaded again with newer texts replaces its own.
 */
export const installCatalogue = ({ namespace, en }: Catalogue): void => {
  if (!i18next.isInitialized)
    void i18next.use(initReactI18next).init({
      lng: 'en',
      fallbackLng: 'en',
      defaultNS: common.namespace,
      fallbackNS: common.namespace,
      resources: { en: { [common.namespace]: common.en } },
      interpolation: { escapeValue: false },
      initAsync: false,
      react: { useSuspense: false },
    });
  i18next.addResourceBundle('en', namespace, en, true, true);
};
