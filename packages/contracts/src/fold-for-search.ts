/** Combining marks by Unicode block. Vowel signs of Indic scripts are letters and are kept. */
const ACCENTS = /[\u0300-\u036F]|[\u1AB0-\u1AFF]|[\u1DC0-\u1DFF]|[\u20D0-\u20FF]|[\uFE20-\uFE2F]/g;
/** Letters without a decomposition in Unicode, and how people type them on a keyboard that lacks them. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};

/**
 * Removes case, accents and compatibility forms, so that `lukasz` finds `Łukasz`. The database function
 * `fold_for_search` of the attendance and auth services does the same.
 */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(/[ßæœþøłđðħŧı]/g, (letter) => LETTERS[letter] ?? letter);

export const searchWords = (typed: string): string[] => foldForSearch(typed).split(/\s+/).filter(Boolean);
