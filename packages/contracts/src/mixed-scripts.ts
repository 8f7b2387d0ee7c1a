/** Scripts that occur in names; all other scripts count as a single script. */
const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Syriac',
  'Thaana',
  'Ethiopic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Khmer',
  'Mongolian',
  'Cherokee',
  'Coptic',
].map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }));

const LETTER = /\p{L}/u;
/** East Asian scripts occur beside Latin letters in ordinary names, and nobody confuses the two. */
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/u;
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u;
const ASCII = /^[\x20-\x7e]*$/;

const scriptOf = (character: string): string | undefined => {
  if (!LETTER.test(character) || EAST_ASIAN.test(character) || SHARED.test(character)) return undefined;
  return scripts.find(({ letter }) => letter.test(character))?.name ?? 'other';
};

/**
 * A name with letters of several alphabets, such as a Cyrillic а among Latin letters, can pass for another
 * name. Follows the highly restrictive level of Unicode Technical Standard 39, 5.2.
 */
export const hasMixedScripts = (name: string): boolean => {
  if (ASCII.test(name)) return false;
  const found = new Set([...name].map(scriptOf));
  found.delete(undefined);
  return found.size > 1;
};
