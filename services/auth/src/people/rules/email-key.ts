import { foldText } from './fold-text.ts';

/**
 * The form in which e-mail addresses are compared. Mail goes to the address as it is stored, never as somebody else
 * typed it.
 */
export const emailKeyOf = (email: string): string => foldText(email.trim());
