/** Removes quotes and apostrophes, which sources and tables write differently. */
export const comparable = (text: string): string => text.replaceAll(/\\?['’"]/g, '');
