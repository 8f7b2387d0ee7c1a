import { z } from 'zod/mini';

/** The maximum length of a message, sufficient to recognize an error. */
export const MAX_MESSAGE = 200;
export const shortMessage = () => z.maxLength(MAX_MESSAGE);
/** Longer messages are truncated to this length before they are cleaned. */
const MAX_READ = 1_000;

/**
 * Patterns that may contain personal data, and their replacements. Every pattern runs in linear time, because
 * anybody can send a message. Quoted text comes first, because other patterns could match one of its quotes;
 * an unclosed quote extends to the end.
 */
const REMOVED: [RegExp, string][] = [
  [/"[^"]*(?:"|$)|“[^“”]*(?:”|$)|`[^`]*(?:`|$)/g, '<text>'],
  // Property names in errors such as "reading 'x'" come from the source code and are kept.
  [/(?<!\w|\b(?:reading|setting) )['‘’][^'‘’]*(?:['‘’]|$)/g, '<text>'],
  [/\b(?:https?|blob|data|wss?):\S+/gi, '<address>'],
  [/\b(?=\w*\d)[\w-]{6,}\b/g, '<id>'],
  [/\b[A-Za-z0-9_-]{20,}/g, '<id>'],
  [/\b[0-9A-Z]{8}\b/g, '<id>'],
  [/(?<!\d)(?:\d{4,}(?:[.,]\d+)?|\d{1,3}[.,]\d+)/g, '<number>'],
];

const cleanWord = (word: string): string => {
  if (word.includes('@')) return '<address>';
  return word.split('/').length > 2 ? '<path>' : word;
};

/**
 * Removes everything that may identify a person: addresses, paths, quoted text, ids, codes, tokens, long and
 * fractional numbers. Returns one line of at most 200 characters.
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
