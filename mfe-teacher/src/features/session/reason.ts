/** The server accepts a reason as a single line. */
export const toSingleLine = (typed: string): string => typed.replace(/\s+/g, ' ').trim();
export const MAX_REASON_LENGTH = 500;
