/** Unidiomatic phrases, with what to write instead. */
const PHRASES: readonly [phrase: RegExp, instead: string][] = [
  [/\balso (?:if|when|while|after|across|without)\b/i, 'even if, even when, including …'],
  [/\b(?:an|the) own\b/i, 'their own, its own, a separate …'],
  [/\bunless (?:it is )?said\b/i, 'by default'],
  [/\bwithout a word\b/i, 'silently'],
  [/\bsuch ones?\b/i, 'the name of the thing'],
  [/\bsaid by\b/i, 'according to …, as … states'],
  [/\btold (?:of|by)\b/i, 'notified of …, according to …'],
  [/\bwhat (?:is|was) there\b/i, 'the existing …'],
];

const TEXT = /\.(?:tsx?|mjs|cjs|js|sql|ya?ml|prisma)$/;
/** German texts contain the word “also” too. */
const EXEMPT = /(?:\/de|\.de)\.tsx?$/;

export interface Phrase {
  line: number;
  text: string;
  instead: string;
}

export const findPhrases = (path: string, source: string): Phrase[] => {
  if (!TEXT.test(path) || EXEMPT.test(path)) return [];
  return source.split('\n').flatMap((line, index) =>
    PHRASES.flatMap(([phrase, instead]) => {
      const text = phrase.exec(line)?.[0];
      return text === undefined ? [] : [{ line: index + 1, text, instead }];
    }),
  );
};
