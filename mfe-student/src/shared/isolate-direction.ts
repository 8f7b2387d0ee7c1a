/** Gives a text its own writing direction within a sentence (Unicode UAX 9, first strong isolate). */
export const isolateDirection = (text: string): string => `\u2068${text}\u2069`;
