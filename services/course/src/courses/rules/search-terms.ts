import { foldForSearch, searchWords } from '@qr-attendance/contracts';

/** A longer word is compared by its beginning. */
const MAX_TERM_LENGTH = 16;
/** A bound on what one course adds to the index. */
const MAX_TERMS = 500;
/** Words of a search beyond these are ignored. */
const MAX_WORDS = 6;

/** Scripts that are written without spaces, so that any character may begin a word. */
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const PUNCTUATION = /[^\p{L}\p{M}\p{N}]+/gu;

/** Positions from which a word can be found: its beginning, after punctuation, and where letters follow digits or digits letters. */
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

/**
 * Terms by which texts are found: the beginnings of their words, each of which is looked up as a whole in an index. `CS-101` is found
 * by `cs`, `cs101` and `101`.
 * @param texts the most important one first, since only so many terms are kept
 */
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

/** The terms that a search needs all of, the most selective one first; none where nothing but punctuation was typed. */
export const termsOfSearch = (search: string): string[] => {
  const words = foldForSearch(search).replace(PUNCTUATION, ' ').split(' ').filter(Boolean);
  const terms = words.map((word) => [...word].slice(0, MAX_TERM_LENGTH).join(''));
  return [...new Set(terms)].slice(0, MAX_WORDS).sort((one, other) => other.length - one.length);
};
