// This module has no imports, because the inline script of the shell's page contains it too.

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;
export const DEFAULT_LANGUAGE = 'en' satisfies Language;

/**
 * Names of the chunks with texts in this language. The build names them after their files, such as `de.json`.
 */
export const chunksOfTexts = (language: string): string[] =>
  language === DEFAULT_LANGUAGE ? [] : ['refusals', `${language}-json`];

/** The language is stored only after an explicit choice; otherwise the browser's language applies. */
export const LANGUAGE_KEY = 'language';

/** Browsers that block site data throw on every access; the page that explains this needs a language, too. */
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
