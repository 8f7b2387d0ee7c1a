import { foldForSearch, searchWords } from '@qr-attendance/contracts';

const MAX_TERM_LENGTH = 16;
const MAX_TERMS = 500;
const MAX_WORDS = 6;

/** Scripts without spaces, where any character may begin a word. */
export const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const PUNCTUATION = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * Finds the positions at which a match may begin: the start of the word, after punctuation, and between
 * letters and digits.
 */
const findStarts = (word: string): { letters: string[]; starts: number[] } => {
  const letters: string[] = [];
  const starts: number[] = [];
  let before = '';
  for (const letter of word) {
    const kind = /\p{N}/u.test(letter) ? 'digit' : /[\p{L}\p{M}]/u.test(letter) ? 'letter' : '';
    if (kind && (kind !== before || WITHOUT_SPACES.test(letter))) starts.push(letters.length);
    if (kind) letters.push(letter);
    before = kind;
  }
  return { letters, starts };
};

/** The prefixes of all words, for exact lookups in an index. `cs`, `cs101` and `101` all find `CS-101`. */
export const searchTermsOf = (texts: (string | undefined)[]): string[] => {
  const terms = new Set<string>();
  for (const word of texts.flatMap((text = '') => searchWords(text))) {
    const { letters, starts } = findStarts(word);
    for (const start of starts)
      for (let end = start + 1; end <= Math.min(letters.length, start + MAX_TERM_LENGTH); end += 1)
        if (terms.size < MAX_TERMS) terms.add(letters.slice(start, end).join(''));
  }
  return [...terms];
};

export const termsOfSearch = (search: string): string[] => {
  const words = foldForSearch(search).replace(PUNCTUATION, ' ').split(' ').filter(Boolean);
  const terms = words.map((word) => [...word].slice(0, MAX_TERM_LENGTH).join(''));
  return [...new Set(terms)].slice(0, MAX_WORDS).sort((one, other) => other.length - one.length);
};
