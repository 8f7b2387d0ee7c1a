import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** 16 random characters in groups, which make 78 bits. */
export const newInviteCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** The form in which codes are compared: case, spaces and dashes don't matter. */
export const inviteCodeKeyOf = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');
