import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUP_LENGTH = 4;

const randomCode = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** 16 random characters in groups, which make 78 bits. */
export const newInviteCode = (): string => randomCode(4);

/** 8 random characters, of which somebody has five tries. */
export const newSignInCode = (): string => randomCode(2);

/** The form in which codes are compared: case, spaces and dashes don't matter. */
export const inviteCodeKeyOf = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');
