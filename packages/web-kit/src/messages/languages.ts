import i18next, { type FormatterModule } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { DEFAULT_LANGUAGE, languages, type Language } from './language-names.ts';

export const currentLanguage = (): Language =>
  (i18next.languages ?? []).find((one): one is Language => one in languages) ?? DEFAULT_LANGUAGE;

/** `1,500`, or `1.500` in German. Texts format numbers like `{{count}}` automatically. */
export const formatNumber = (value: number): string => value.toLocaleString(currentLanguage());

/** `83.4%`, with a decimal, because a rounded 74.6 would not look below 75. */
export const formatPercent = (percentage: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 1 }).format(
    percentage / 100,
  );

const collators = new Map<Language, Intl.Collator>();
/** Compares texts in the language's order, with numbers by value (`R9` before `R10`). */
export const compareText = (a: string, b: string): number => {
  const language = currentLanguage();
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true });
  collators.set(language, collator);
  return collator.compare(a, b);
};

const unused = () => undefined;
const numbersInTexts: FormatterModule = {
  type: 'formatter',
  init: unused,
  add: unused,
  addCached: unused,
  format: (value: unknown) => (typeof value === 'number' ? formatNumber(value) : (value as string)),
};

const STORAGE_KEY = 'language';

/** Initializes the page's only i18next instance: the chosen language, then the browser's, then English. */
export const startLanguages = (): void => {
  if (i18next.isInitialized) return;
  i18next.on('languageChanged', () => document.documentElement.setAttribute('lang', currentLanguage()));
  void i18next
    .use(LanguageDetector)
    .use(initReactI18next)
    .use(numbersInTexts)
    .init({
      fallbackLng: DEFAULT_LANGUAGE,
      supportedLngs: Object.keys(languages),
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      defaultNS: 'common',
      fallbackNS: 'common',
      resources: {},
      detection: {
        order: ['localStorage', 'navigator'],
        lookupLocalStorage: STORAGE_KEY,
        // Only an explicit choice is stored; otherwise the browser's language applies.
        caches: [],
      },
      interpolation: { escapeValue: false, alwaysFormat: true },
      initAsync: false,
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
};

export const chooseLanguage = async (language: Language): Promise<void> => {
  localStorage.setItem(STORAGE_KEY, language);
  await i18next.changeLanguage(language);
};
