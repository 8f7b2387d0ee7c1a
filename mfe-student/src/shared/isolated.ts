/** A typed text inside a sentence, kept in its own direction of writing. Source: Unicode UAX 9, first strong isolate. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
