import { cleanCell, createSkipRule, readWeekdays } from '@qr-attendance/tables';
import type { ImportDocument, ImportPosition } from '../../db/import-models.ts';
import type { ImportRuns } from './import-runs.ts';
import { type FileLine, readLines } from './read-file.ts';

const splitWeekdays = (
  { kind, mapping, weekdayLanguage }: ImportDocument,
  line: FileLine,
  before: ImportPosition,
): FileLine[] => {
  const column = kind === 'timetable' ? mapping?.['weekday'] : undefined;
  if (column === undefined) return [line];
  const days = readWeekdays(cleanCell(line.cells[column] ?? '').text, weekdayLanguage) ?? [];
  if (days.length < 2) return [line];
  return days.map((day, index) => ({
    ...line,
    cells: line.cells.with(column, String(day)),
    uploaded: line.cells,
    // A job that continues between the weekdays reads the line again.
    next: index === days.length - 1 ? line.next : before,
  }));
};

export async function* readRunLines(
  runs: Pick<ImportRuns, 'readBytes'>,
  run: ImportDocument,
  position: ImportPosition,
): AsyncGenerator<FileLine> {
  const skipReason = createSkipRule(run.header ?? []);
  let before = position;
  for await (const line of readLines(runs.readBytes(run, position.byte), run.delimiter ?? ',', position)) {
    if (skipReason(line.cells) === undefined) yield* splitWeekdays(run, line, before);
    before = line.next;
  }
}
