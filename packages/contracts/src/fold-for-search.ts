/** Combining marks, by Unicode block. Vowel signs of Indic scripts are letters and stay. */
const ACCENTS = /[\u0300-\u036F]|[\u1AB0-\u1AFF]|[\u1DC0-\u1DFF]|[\u20D0-\u20FF]|[\uFE20-\uFE2F]/g;
/** Letters that Unicode takes for letters of their own, and people without them on their keyboard type like this. */
const LETTERS: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
};

/**
 * A text as it is searched: without case, accents and compatibility forms, so that `lukasz` finds `Łukasz`. The
 * attendance and the auth service's database function `fold_for_search` does the same.
 */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(/[ßæœþøłđðħŧı]/g, (letter) => LETTERS[letter] ?? letter);

/** The folded words of what somebody typed into a search field. */
export const searchWords = (typed: string): string[] => foldForSearch(typed).split(/\s+/).filter(Boolean);
