import i18next, { type FormatterModule } from 'i18next';
import {
  DEFAULT_LANGUAGE,
  LANGUAGE_KEY,
  languages,
  preferredLanguage,
  type Language,
} from './language-names.ts';

/** Each bundle has a separate instance with its own texts; all share the language (`chooseLanguage`). */
export const i18n = i18next.createInstance();

export const currentLanguage = (): Language =>
  (i18n.languages ?? []).find((one): one is Language => one in languages) ?? DEFAULT_LANGUAGE;

/** Formats `1,500`, or `1.500` in German. Texts use the same format for `{{count}}`. */
export const formatNumber = (value: number): string => value.toLocaleString(currentLanguage());

/** Formats `83.4%`. The decimal shows that 74.6 is below 75. */
export const formatPercent = (percentage: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 1 }).format(
    percentage / 100,
  );

/** Formats `65 m`, `3 km` or `1.2 km`. */
export const formatLength = (meters: number): string => {
  const isLong = meters >= 1_000;
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: isLong ? 'kilometer' : 'meter',
    maximumFractionDigits: isLong ? 1 : 0,
  }).format(isLong ? meters / 1_000 : meters);
};

/** Formats `1, 2, and 3`. */
export const formatList = (items: string[]): string => new Intl.ListFormat(currentLanguage()).format(items);

const collators = new Map<Language, Intl.Collator>();
/** Compares texts in the language's order, and numbers by value (`R9` before `R10`). */
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

/** The event that notifies the other bundles of the page. */
const CHOSEN = 'language-chosen';

export const startLanguages = (): void => {
  if (i18n.isInitialized) return;
  i18n.on('languageChanged', () => document.documentElement.setAttribute('lang', currentLanguage()));
  addEventListener(CHOSEN, (event) => {
    const { detail: language } = event as CustomEvent<Language>;
    if (language !== i18n.language) void i18n.changeLanguage(language);
  });
  void i18n.use(numbersInTexts).init({
    lng: preferredLanguage(),
    fallbackLng: DEFAULT_LANGUAGE,
    defaultNS: 'common',
    fallbackNS: 'common',
    resources: {},
    interpolation: { escapeValue: false, alwaysFormat: true },
    initAsync: false,
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
};

export const chooseLanguage = async (language: Language): Promise<void> => {
  localStorage.setItem(LANGUAGE_KEY, language);
  await i18n.changeLanguage(language);
  dispatchEvent(new CustomEvent(CHOSEN, { detail: language }));
};
