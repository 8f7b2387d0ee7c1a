import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { describeCalendar } from './support/read-calendar.ts';

const FOLDER = new URL('calendar-files/', import.meta.url);

/** Expands `2026-12-01/7x3` to three days, seven days apart. */
const expand = (line: string): string =>
  line.replace(/(\d{4}-\d\d-\d\d)\/(\d+)x(\d+)/g, (_all, day: string, step: string, count: string) =>
    Array.from({ length: Number(count) }, (_day, index) =>
      Temporal.PlainDate.from(day)
        .add({ days: index * Number(step) })
        .toString(),
    ).join(' '),
  );

/** Each case has a title, a file, and its classes, notes and problems in the format of `describeCalendar`. */
const casesOf = (file: string): [title: string, text: string, expected: string[]][] =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head = '', expected = ''] = part.split('--- expected\n');
      const [title = '', ...lines] = head.split('\n');
      const wanted = expected.split('\n').filter((line) => line !== '');
      return [title, lines.join('\n'), wanted.map(expand).toSorted()];
    });

describe.each(readdirSync(FOLDER).filter((name) => name.endsWith('.txt')))('a calendar from %s', (file) => {
  it.each(casesOf(file))('is read: %s', (_title, text, expected) => {
    expect(describeCalendar(text)).toEqual(expected);
    expect(describeCalendar(text.replaceAll('\n', '\r\n'))).toEqual(expected);
  });
});
