/** What a spreadsheet takes for the beginning of a formula; the last four are full-width. */
const SIGNS = String.raw`[-=+@\uFF1D\uFF0B\uFF0D\uFF20]`;
/** Spreadsheets skip these in front of a sign. */
const BLANKS = String.raw`[ \t\r\n\u00A0]*`;
/** Blanks that are no separators. A separator among blanks is a place of its own, so that no blank is read twice. */
const SPACES = String.raw`[ \u00A0]*`;

/**
 * The places in a text where a formula could begin, as a regular expression that PostgreSQL and JavaScript read alike.
 * Besides the beginning these are the places after what some spreadsheet takes for a separator or the end of a quotation:
 * one that expects semicolons splits a cell at its own semicolons, whether or not the cell is quoted.
 */
export const FORMULA_START = String.raw`^(?=[\t\r]|${BLANKS}${SIGNS})|(?<=[;,|"\t\r\n])(?=${SPACES}${SIGNS})`;

const FORMULA_STARTS = new RegExp(FORMULA_START, 'g');

/** Puts an apostrophe wherever a spreadsheet could begin to calculate. */
export const defuseFormulas = (text: string): string => text.replace(FORMULA_STARTS, "'");
