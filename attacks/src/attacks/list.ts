import type { Attack } from '../attack.ts';
import { codeAttacks } from './codes.ts';
import { markAttacks } from './marks.ts';

/** Every attack there is, in the order in which they are tried. */
export const attacks: Attack[] = [...codeAttacks, ...markAttacks];
