import Papa from 'papaparse';

export interface Line {
  /** The number of the line in the file, starting at 1. */
  number: number;
  cells: string[];
}
export interface TextLines {
  lines: Line[];
  openQuote?: number | undefined;
}

export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

const LINE_BREAK = /\r\n|\n|\r/g;
const countBreaks = (text: string): number => text.match(LINE_BREAK)?.length ?? 0;

/** Excel accepts a separate first line that names the separator. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=(.)"?[,;\t|]*(?:\r\n|\n|\r|$)/i;
export const separatorLineOf = (text: string): Separator | undefined => {
  const separator = SEPARATOR_LINE.exec(text)?.[1];
  return SEPARATORS.find((one) => one === separator);
};
export const isSeparatorLine = (cells: string[]): boolean => /^sep=.?$/i.test(cells.join('').trim());

/** Reads all lines, including empty lines. */
export const readLines = (text: string, separator: string): TextLines => {
  const content = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const lines: Line[] = [];
  let openQuote: number | undefined;
  let number = 1;
  let from = 0;
  Papa.parse<string[]>(content, {
    delimiter: separator,
    newline: '\n',
    step: ({ data, errors, meta }) => {
      lines.push({ number, cells: data });
      if (errors.some(({ code }) => code === 'MissingQuotes')) openQuote ??= number;
      number += countBreaks(content.slice(from, meta.cursor));
      from = meta.cursor;
    },
  });
  return { lines, openQuote };
};
