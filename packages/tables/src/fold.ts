import { foldForSearch } from '@qr-attendance/contracts';

/** Normalizes `sectionId`, `section_id` and `Section ID` to the same name. */
export const normalizeName = (name: string): string =>
  foldForSearch(name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Longer texts cannot be days, times or weekdays. */
export const MAX_VALUE = 100;
/** Replaces sequences of spaces with one, which simplifies patterns. */
export const collapseSpaces = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** Removes accents, case and dots. */
export const foldValue = (text: string): string => foldForSearch(text).replaceAll('.', '').trim();
