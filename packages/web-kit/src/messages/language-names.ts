export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;
export const DEFAULT_LANGUAGE = 'en' satisfies Language;
