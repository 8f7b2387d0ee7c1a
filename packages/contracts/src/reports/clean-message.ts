/** Enough to recognize an error by. */
const LONGEST = 200;

/** What may hold something of a person, and what is left of it. Addresses first: the rest would tear them apart. */
const REMOVED: [RegExp, string][] = [
  [/\b(?:https?|blob|data|wss?):\S+/gi, '<address>'],
  [/\S+@\S+/g, '<address>'],
  [/(?:\/[\w:%.~-]+){2,}/g, '<path>'],
  // A property that is read of nothing is the programmer's word; anything else between quotes came from outside.
  [/(?<!\b(?:reading|setting) )(["'“”‘’`]).*?["'“”‘’`]/g, '<text>'],
  [/\b(?=\w*\d)[\w-]{6,}\b/g, '<id>'],
  [/\b[A-Za-z0-9_-]{20,}/g, '<id>'],
  [/\b[0-9A-Z]{8}\b/g, '<id>'],
  [/\d+[.,]\d+|\d{4,}/g, '<number>'],
];

/**
 * What is left of an error's message when everything is taken out that may tell of a person: addresses, paths, quoted
 * text, ids, codes, tokens, long and fractional numbers. One line of at most 200 characters.
 */
export const cleanMessage = (message: string): string =>
  REMOVED.reduce((text, [pattern, left]) => text.replace(pattern, left), message.slice(0, 1_000))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST);
