/** The form in which e-mail addresses are compared: no case, one way to write each character. */
export const emailKeyOf = (email: string): string => email.trim().normalize('NFKC').toLowerCase();
