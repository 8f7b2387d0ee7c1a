import { FORMULA_START } from '@qr-attendance/contracts';
import { escapeLiteral } from 'pg';

/** A text as a cell: without formulas, and without quotes around nothing. */
export const toTextCell = (text: string): string =>
  `nullif(regexp_replace(${text}, ${escapeLiteral(FORMULA_START)}, '''', 'g'), '')`;
