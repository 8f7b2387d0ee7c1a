/** Converts a reason to a single line, because the server accepts no line breaks. */
export const toSingleLine = (typed: string): string => typed.replace(/\s+/g, ' ').trim();
export const MAX_REASON_LENGTH = 500;
