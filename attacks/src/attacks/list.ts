import type { Attack } from '../attack.ts';
import { codeAttacks } from './codes.ts';
import { dataAttacks } from './data.ts';
import { doorAttacks } from './doors.ts';
import { markAttacks } from './marks.ts';
import { tokenAttacks } from './tokens.ts';

/** Every attack there is, in the order in which they are tried. */
export const attacks: Attack[] = [
  ...codeAttacks,
  ...markAttacks,
  ...tokenAttacks,
  ...doorAttacks,
  ...dataAttacks,
];
