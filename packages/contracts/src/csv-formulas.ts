const SIGNS = String.raw`[-=+@\uFF1D\uFF0B\uFF0D\uFF20]`;
const BLANKS = String.raw`[ \t\r\n\u00A0]*`;
/** Spaces within a cell. None of them is a separator, so that the expression cannot backtrack. */
const SPACES = String.raw`[ \u00A0]*`;

/**
 * Matches positions where a formula could begin, in PostgreSQL and JavaScript alike: at the start of a text,
 * and after each character that some spreadsheet treats as a separator or the end of a quotation.
 */
export const FORMULA_START = String.raw`^(?=[\t\r]|${BLANKS}${SIGNS})|(?<=[;,|"\t\r\n])(?=${SPACES}${SIGNS})`;

const FORMULA_STARTS = new RegExp(FORMULA_START, 'g');

/**
 * Every cell of every CSV file is escaped by this function or by `FORMULA_START`, on servers and in browsers.
 */
export const defuseFormulas = (text: string): string => text.replace(FORMULA_STARTS, "'");
