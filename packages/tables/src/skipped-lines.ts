// cspell:ignore summe gesamt insgesamt anzahl teilnehmer teilnehmende studierende effectif totale suma
import { foldForSearch } from '@qr-attendance/contracts';
import { cleanCell } from './clean-cell.ts';
import { collapseSpaces, MAX_VALUE, normalizeName } from './fold.ts';

/** Reasons why a line does not describe a person. */
export const skipReasons = ['repeated_header', 'total', 'points_possible', 'test_student'] as const;
export type SkipReason = (typeof skipReasons)[number];

const TOTAL =
  /^(?:grand |sub)?(?:total|totals|totale|sum|summe|gesamt|insgesamt|anzahl|count|effectif|suma)(?: (?:of )?(?:students|rows|records|teilnehmer|teilnehmende|studierende|lines))? ?[:=]? ?[\d.,']*$/;
const NUMBER = /^[\d.,' ]*$/;
const MAX_TOTAL_CELLS = 3;

const isTotal = (filled: string[]): boolean => {
  const [first = '', ...others] = filled;
  if (
    filled.length > MAX_TOTAL_CELLS ||
    first.length > MAX_VALUE ||
    !TOTAL.test(collapseSpaces(foldForSearch(first)))
  )
    return false;
  // A single word is a total only if all other cells are numbers.
  return others.every((cell) => NUMBER.test(cell)) && (others.length > 0 || /\d/.test(first));
};

const cleanOf = (cell: string): string => cleanCell(cell).text;

/**
 * Creates a function that returns the reason for skipping a line.
 * @param header the names of the columns
 */
export const createSkipRule = (header: string[]) => {
  const [firstName = ''] = header;
  const names = new Set(header.map(normalizeName));
  const isCanvas = names.has('sis user id') || names.has('sis login id');
  const isHeader = (cells: string[]): boolean =>
    cleanOf(cells[0] ?? '') === firstName &&
    header.filter(Boolean).length > 1 &&
    header.every((name, index) => name === cleanOf(cells[index] ?? '')) &&
    cells.slice(header.length).every((cell) => cell === '');
  return (cells: string[]): SkipReason | undefined => {
    if (isHeader(cells)) return 'repeated_header';
    const filled = cells.filter(Boolean);
    const [first = ''] = filled;
    if (/^points possible\b/i.test(first)) return 'points_possible';
    if (isCanvas && /^(?:student, test|test student)$/i.test(first)) return 'test_student';
    return isTotal(filled) ? 'total' : undefined;
  };
};
export type SkipRule = ReturnType<typeof createSkipRule>;
