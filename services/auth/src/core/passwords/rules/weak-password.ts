import { PASSWORD_LENGTH } from '@qr-attendance/contracts';
import { invalid } from '@qr-attendance/server';
import { dictionary } from '@zxcvbn-ts/language-common';
import { foldText } from '../../people/rules/fold-text.ts';

const common = new Set(dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_LENGTH.min));
const PRODUCT_WORDS = ['qr', 'attendance', 'system'];
/** Shorter parts of a name or an address occur in too many words. */
const MIN_WORD_LENGTH = 3;
const MIN_OWN_CHARACTERS = 4;

const wordsOf = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter(({ length }) => length >= MIN_WORD_LENGTH);

/** The letters and digits that come neither from the owner's name or address nor from the product's name. */
const ownPartOf = (password: string, { name, email }: Owner): string => {
  const [localPart = ''] = foldText(email).split('@', 1);
  const words = [...wordsOf(foldText(name)), ...wordsOf(localPart), localPart, ...PRODUCT_WORDS];
  const rest = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ' '), password);
  return rest.replace(/[^\p{L}\p{N}]/gu, '');
};

export interface Owner {
  name: string;
  email: string;
}

/**
 * NIST SP 800-63B, 3.1.1.2: a new password must not be among those that attackers try first. There are no
 * composition rules.
 */
export const refuseWeakPassword = (password: string, owner: Owner): void => {
  const folded = foldText(password);
  if (common.has(folded) || new Set(folded).size <= 2)
    throw invalid('password_too_common', 'This password is too common. Choose another one.');
  const own = ownPartOf(folded, owner);
  if (own.length < MIN_OWN_CHARACTERS && own.length < folded.replace(/[^\p{L}\p{N}]/gu, '').length)
    throw invalid(
      'password_too_personal',
      'This password contains only your name, your email address or the name of this product. Choose another one.',
    );
};
