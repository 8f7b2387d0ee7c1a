const SIGNS = String.raw`[-=+@\uFF1D\uFF0B\uFF0D\uFF20]`;
const BLANKS = String.raw`[ \t\r\n\u00A0]*`;
/** Blanks that are no separators, so that no blank is matched twice. */
const SPACES = String.raw`[ \u00A0]*`;

/**
 * Matches places where a formula could begin, in PostgreSQL and JavaScript alike: at the start, and after whatever
 * some spreadsheet takes for a separator or the end of a quotation.
 */
export const FORMULA_START = String.raw`^(?=[\t\r]|${BLANKS}${SIGNS})|(?<=[;,|"\t\r\n])(?=${SPACES}${SIGNS})`;

const FORMULA_STARTS = new RegExp(FORMULA_START, 'g');

/** Every cell of every CSV file passes here or through `FORMULA_START`, on servers and in browsers. */
export const defuseFormulas = (text: string): string => text.replace(FORMULA_STARTS, "'");
