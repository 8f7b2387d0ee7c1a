/** Quotes and typographic apostrophes are written differently in a source and in a table. */
export const comparable = (text: string): string => text.replaceAll(/\\?['’"]/g, '');
