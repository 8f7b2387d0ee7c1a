/**
 * Full case folding of one character, as Unicode's CaseFolding.txt (statuses C and F) has it, up to the letters it
 * chooses to stand for a class. The dotless ı is a letter of its own: folding it to i would let one address pass for
 * another.
 */
const foldCase = (character: string): string =>
  character === 'ı' ? character : character.toUpperCase().toLowerCase();

const ASCII = /^[\x20-\x7e]*$/;

/** A text without case, and with one way to write each character. Source: Unicode, section 3.13, NFKC_Casefold. */
export const foldText = (text: string): string =>
  // Most addresses and all that a crowd signs in with are ASCII, where this is all that folding does.
  ASCII.test(text)
    ? text.toLowerCase()
    : Array.from(text.normalize('NFKC'), foldCase).join('').normalize('NFKC');

/**
 * The form in which e-mail addresses are compared. Mail goes to the address as it is stored, never as somebody else
 * typed it.
 */
export const emailKeyOf = (email: string): string => foldText(email.trim());
