import type { ImportKind } from '@qr-attendance/contracts';
import {
  cleanCell,
  createNameTest,
  createProfile,
  createSkipRule,
  findDayOrder,
  findLayout,
  findWeekdayLanguage,
  guessHeaderLine,
  readFields,
  readLines,
  suggestColumns,
} from '../src/index.ts';

/** Reads a text like the server does, with all suggestions accepted. The answer contains each line. */
export const readList = (kind: ImportKind, text: string) => {
  const { separator, headerLine = guessHeaderLine(text, separator) } = findLayout(text, createNameTest(kind));
  const { lines } = readLines(text, separator);
  const header =
    lines.find(({ number }) => number >= headerLine)?.cells.map((cell) => cleanCell(cell).text) ?? [];
  const rows = lines.filter(({ number }) => number > headerLine);
  const profile = createProfile(header);
  for (const { number, cells } of rows) profile.add(number, cells);
  const columnsProfile = profile.result();
  const columns = suggestColumns(kind, header);
  const order = findDayOrder(kind, columns.mapping, columnsProfile);
  const settings = {
    kind,
    ...columns,
    dayOrder: order === 'ask' ? undefined : order,
    weekdayLanguage: findWeekdayLanguage(kind, columns.mapping, columnsProfile),
  };
  const skipReason = createSkipRule(header);
  const read = rows.flatMap(({ cells }) => {
    if (cells.every((cell) => cleanCell(cell).text === '')) return [];
    const reason = skipReason(cells.map((cell) => cell.trim()));
    if (reason) return [`(${reason})`];
    const reading = readFields(settings, cells);
    if ('problem' in reading) return [`${reading.field}: ${reading.problem}`];
    return [
      Object.entries(reading.fields)
        .map(([field, value]) => `${field}=${value}`)
        .join(' | '),
    ];
  });
  return { separator, headerLine, read, profile: columnsProfile };
};
