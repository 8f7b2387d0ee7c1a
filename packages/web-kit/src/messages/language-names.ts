// This module has no imports, because the inline script of the shell's page contains it too.

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;
export const DEFAULT_LANGUAGE = 'en' satisfies Language;

/** Only an explicit choice is stored; otherwise the browser's language applies. */
export const LANGUAGE_KEY = 'language';

/** The chosen language, then the browser's, then English. */
export const preferredLanguage = (): Language =>
  [localStorage.getItem(LANGUAGE_KEY), ...navigator.languages]
    .map((tag) => tag?.split('-')[0])
    .find((tag): tag is Language => tag !== undefined && tag in languages) ?? DEFAULT_LANGUAGE;
