/**
 * Characters that are invisible or change the direction of text: soft hyphen, Arabic letter mark, Mongolian vowel
 * separator, zero-width characters, marks, embeddings and isolates of direction, invisible operators, byte order mark.
 */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;
/**
 * Joiners that are part of the spelling stand between letters of Arabic and Indic scripts, or between emoji.
 */
const JOINED = /^[\u0620-\u06FF\u0750-\u077F\u08A0-\u08FF\u0900-\u0DFF]$/u;
const EMOJI = /^\p{Extended_Pictographic}$/u;
const VARIATION = '\uFE0F';
const CONTROL = /(?![\t-\r\u0085])\p{Cc}/gu;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Spaces of other widths, and no-break spaces. */
const WIDE_SPACES = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/gu;

export interface CleanCell {
  text: string;
  /** Code points, such as `U+200F`, that were removed or replaced by a space. */
  removed: string[];
}

export const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const isSpelling = (text: string, index: number, character: string): boolean => {
  if (character !== '\u200C' && character !== '\u200D') return false;
  const lastOnes = Array.from(text.slice(Math.max(0, index - 3), index));
  const before = lastOnes.filter((one) => one !== VARIATION).at(-1) ?? '';
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 0);
  if (JOINED.test(before) && JOINED.test(after)) return true;
  return character === '\u200D' && EMOJI.test(before) && EMOJI.test(after);
};

/** Some systems write `="0012"` and spreadsheets `'0012'` to preserve leading zeros. */
const unwrap = (text: string): string => {
  const formula = /^="([^"=]*)"$/.exec(text);
  if (formula) return formula[1] ?? '';
  return /^'[-+=@\d]/.test(text) ? text.slice(1) : text;
};

// Skips the cleaning, because nearly all cells contain none of these characters.
const NEEDS_CLEANING = /[^\u0020-\u007E\u00A1-\u00AC\u00AE-\u0300]|^[='\s]|\s$/u;

/**
 * Removes characters that are invisible in a spreadsheet, and lists them. Does not change letters, combining
 * marks or their order.
 */
export const cleanCell = (cell: string): CleanCell => {
  if (!NEEDS_CLEANING.test(cell)) return { text: cell, removed: [] };
  const removed = new Set<string>();
  const note = (character: string, replacement: string): string => {
    removed.add(codePointName(character));
    return replacement;
  };
  const text = cell
    // Some supported browsers lack `toWellFormed`.
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll(INVISIBLE, (character: string, index: number) =>
      isSpelling(cell, index, character) ? character : note(character, ''),
    )
    .replaceAll(CONTROL, (character) => note(character, ''))
    .replaceAll(WIDE_SPACES, (character) => note(character, ' '))
    .replaceAll(BREAKS, ' ')
    .trim();
  return { text: unwrap(text), removed: [...removed] };
};
