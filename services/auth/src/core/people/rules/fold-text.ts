/**
 * Full case folding of one character (Unicode CaseFolding.txt, statuses C and F), up to the letter that
 * represents its class. The dotless ı stays distinct: folded to i, it would let one address pass for another.
 */
const foldCase = (character: string): string =>
  character === 'ı' ? character : character.toUpperCase().toLowerCase();

const ASCII = /^[\x20-\x7e]*$/;

/** Removes case and compatibility variants. Source: Unicode, section 3.13, NFKC_Casefold. */
export const foldText = (text: string): string =>
  // Fast path: most addresses are ASCII, for which lowercasing is the complete folding.
  ASCII.test(text)
    ? text.toLowerCase()
    : Array.from(text.normalize('NFKC'), foldCase).join('').normalize('NFKC');

/**
 * The form in which addresses are compared. Emails are sent to the address as its owner registered it, never
 * as somebody else typed it.
 */
export const emailKeyOf = (email: string): string => foldText(email.trim());
