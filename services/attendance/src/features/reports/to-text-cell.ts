import { FORMULA_START } from '@qr-attendance/contracts';
import { escapeLiteral } from 'pg';

/** SQL: a text as a cell, with formulas escaped and without quotes around an empty text. */
export const toTextCell = (text: string): string =>
  `nullif(regexp_replace(${text}, ${escapeLiteral(FORMULA_START)}, '''', 'g'), '')`;
