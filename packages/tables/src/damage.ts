// cspell:ignore bezug zahl überlauf valeur nombre nulo
export type Damage = 'scientific' | 'decimal' | 'rounded' | 'formula_error' | 'too_narrow';

const SCIENTIFIC = /^[-+]?\d[.,]\d+E[-+]?\d{1,3}$|^[-+]?\dE\+\d{1,3}$/i;
const DECIMAL = /^\d+[.,]0+$/;
const TOO_NARROW = /^#{3,}$/;
const FORMULA_ERRORS = new Set(
  [
    '#NAME?',
    '#REF!',
    '#VALUE!',
    '#DIV/0!',
    '#N/A',
    '#NULL!',
    '#NUM!',
    '#SPILL!',
    '#CALC!',
    '#WERT!',
    '#BEZUG!',
    '#NV',
    '#ZAHL!',
    '#ÜBERLAUF!',
    '#NOM?',
    '#VALEUR!',
    '#NOMBRE!',
    '#NUL!',
    '#¿NOMBRE?',
    '#¡VALOR!',
    '#¡REF!',
    '#¡DIV/0!',
    '#¡NUM!',
    '#¡NULO!',
  ].map((error) => error.toUpperCase()),
);
/** Excel stores 15 digits of a number and replaces further digits with zeros. */
const EXACT_DIGITS = 15;

const isRounded = (text: string): boolean =>
  /^\d{17,}$/.test(text) && /^0+$/.test(text.slice(EXACT_DIGITS)) && !/^0+$/.test(text);

/** @param isNumberLike whether the field is an id, which a spreadsheet may treat as a number */
export const damageOf = (text: string, isNumberLike: boolean): Damage | undefined => {
  if (TOO_NARROW.test(text)) return 'too_narrow';
  if (text.startsWith('#') && FORMULA_ERRORS.has(text.toUpperCase())) return 'formula_error';
  if (!isNumberLike) return undefined;
  if (SCIENTIFIC.test(text)) return 'scientific';
  if (DECIMAL.test(text)) return 'decimal';
  return isRounded(text) ? 'rounded' : undefined;
};

/**
 * The ids that a number may have been before a spreadsheet dropped its leading zeros.
 * @param lengths numbers of digits in the institution's ids
 */
export const paddedIds = (id: string, lengths: Iterable<number>): string[] =>
  /^\d+$/.test(id)
    ? [...new Set(lengths)]
        .filter((length) => length > id.length)
        .sort((one, other) => one - other)
        .map((length) => id.padStart(length, '0'))
    : [];
