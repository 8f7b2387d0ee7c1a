/** Enough to recognize an error by. */
export const MAX_MESSAGE = 200;
/** What is looked at of a longer one. */
const MAX_READ = 1_000;

/**
 * What may hold something of a person, and what is left of it. Every pattern takes linear time, as anybody may send a
 * message. Quoted text comes first, because the other patterns could take one of its quotes; a quote that a cut left open
 * reaches to the end.
 */
const REMOVED: [RegExp, string][] = [
  [/"[^"]*(?:"|$)|“[^“”]*(?:”|$)|`[^`]*(?:`|$)/g, '<text>'],
  // A property that is read of nothing is the programmer's word.
  [/(?<!\w|\b(?:reading|setting) )['‘’][^'‘’]*(?:['‘’]|$)/g, '<text>'],
  [/\b(?:https?|blob|data|wss?):\S+/gi, '<address>'],
  [/\b(?=\w*\d)[\w-]{6,}\b/g, '<id>'],
  [/\b[A-Za-z0-9_-]{20,}/g, '<id>'],
  [/\b[0-9A-Z]{8}\b/g, '<id>'],
  [/(?<!\d)(?:\d{4,}(?:[.,]\d+)?|\d{1,3}[.,]\d+)/g, '<number>'],
];

/** Email addresses and paths are removed word by word. */
const cleanWord = (word: string): string => {
  if (word.includes('@')) return '<address>';
  return word.split('/').length > 2 ? '<path>' : word;
};

/**
 * What is left of an error's message when everything is taken out that may tell of a person: addresses, paths, quoted
 * text, ids, codes, tokens, long and fractional numbers. One line of at most 200 characters.
 */
export const cleanMessage = (message: string): string => {
  const words = message.slice(0, MAX_READ).split(/[\p{Cc}\s]+/u);
  return REMOVED.reduce((text, [pattern, left]) => text.replace(pattern, left), words.join(' '))
    .split(' ')
    .map(cleanWord)
    .join(' ')
    .trim()
    .slice(0, MAX_MESSAGE);
};
