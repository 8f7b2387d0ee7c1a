// This module has no imports, because the inline script of the shell's page contains it too.

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;
export const DEFAULT_LANGUAGE = 'en' satisfies Language;

/** The imports of a page in this language. The build names texts after their files, `de.json`. */
export const chunksOfTexts = (language: string): string[] =>
  language === DEFAULT_LANGUAGE ? [] : ['refusals', `${language}-json`];

/** Only an explicit choice is stored; otherwise the browser's language applies. */
export const LANGUAGE_KEY = 'language';

/** Browsers that block site data throw on every access, and the page that says so has a language, too. */
const chosenLanguage = (): string | null => {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null;
  }
};

/** The chosen language, then the browser's, then English. */
export const preferredLanguage = (): Language =>
  [chosenLanguage(), ...navigator.languages]
    .map((tag) => tag?.split('-')[0])
    .find((tag): tag is Language => tag !== undefined && tag in languages) ?? DEFAULT_LANGUAGE;
