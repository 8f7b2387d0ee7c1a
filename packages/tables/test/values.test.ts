// cspell:disable
import { describe, expect, test } from '@jest/globals';
import {
  cleanCell,
  damageOf,
  dayOrderOf,
  readDay,
  readName,
  readRecipient,
  readRecipients,
} from '../src/index.ts';
import { readTime, readWeekdays, weekdayLanguageOf, paddedIds } from '../src/index.ts';

const DAY = '2026-09-28';

describe('a day', () => {
  test.each([
    '2026-09-28',
    '2026/09/28',
    '2026.09.28',
    '2026-9-28',
    '20260928',
    '28.9.2026',
    '28.09.26',
    '28. 9. 2026',
    '28/09/2026',
    '9/28/2026',
    '28-09-2026',
    '28-SEP-2026',
    '28-SEP-26',
    '28 Sep 2026',
    'September 28, 2026',
    'Sept. 28, 2026',
    '28. September 2026',
    '28 septembre 2026',
    '28 sept. 2026',
    '28 de septiembre de 2026',
    '2026-09-28 00:00:00.000',
    '2026-09-28T00:00:00',
    '2026-09-28T00:00:00Z',
    '2026-09-28T00:00:00+02:00',
    '2026-09-28 23:59:59',
    '28.09.2026 00:00',
    '9/28/2026 12:00:00 AM',
    'Mo, 28.09.2026',
    'Monday, September 28, 2026',
    'lundi 28 septembre 2026',
    'Mon 28 Sep 2026',
    '28/Sep/2026',
    '28th September 2026',
  ])('is read from %s', (text) => {
    expect(readDay(text)).toEqual({ day: DAY });
  });

  test.each([
    ['1. März 2026', '2026-03-01'],
    ['1er août 2026', '2026-08-01'],
    ['24-DIC-2026', '2026-12-24'],
    ['24. Dez. 2026', '2026-12-24'],
    ['05/05/2026', '2026-05-05'],
    ['3.4.69', '2069-04-03'],
    ['3.4.70', '1970-04-03'],
    ['29.02.2028', '2028-02-29'],
  ])('is read from %s as %s', (text, day) => {
    expect(readDay(text)).toEqual({ day });
  });

  test('is read in the file’s date order if it has slashes, unless the cell contradicts it', () => {
    expect(readDay('03/04/2026')).toEqual({ problem: 'ambiguous' });
    expect(readDay('03/04/2026', { order: 'DMY' })).toEqual({ day: '2026-04-03' });
    expect(readDay('03/04/2026', { order: 'MDY' })).toEqual({ day: '2026-03-04' });
    expect(readDay('28/09/2026', { order: 'MDY' })).toEqual({ problem: 'invalid' });
    expect(['03/04/2026', '28/09/2026', '9/28/2026', '2026-09-28', '13/13/2026'].map(dayOrderOf)).toEqual([
      'either',
      'DMY',
      'MDY',
      undefined,
      undefined,
    ]);
  });

  test('may be a number only in a workbook', () => {
    expect(readDay('46293')).toEqual({ problem: 'serial' });
    expect(readDay('46293', { serials: true })).toEqual({ day: DAY });
  });

  test.each([
    '',
    'soon',
    '31.02.2026',
    '2026-13-01',
    '00.00.0000',
    '2026-09-28 10:15',
    '28.9',
    '1',
    '99999999',
    '29.02.2026',
    '2026-09-28T22:00:00Z',
    '28 Foo 2026',
    '1234567',
    '28.09.202',
    'TBA',
    '2026',
  ])('is not read from %p', (text) => {
    expect(readDay(text)).toEqual({ problem: 'invalid' });
  });
});

describe('a time', () => {
  test.each([
    '09:00',
    '9:00',
    '9.00',
    '0900',
    '900',
    '09:00:00',
    '9h00',
    '9h',
    '9 h',
    '9 am',
    '9:00 AM',
    '9:00am',
    '9 a.m.',
    '9 Uhr',
    '9:00 Uhr',
    '9.00 h',
    '09:00:00.000',
    '090000',
    '1900-01-01 09:00:00',
    '9a',
  ])('is read from %s', (text) => {
    expect(readTime(text)).toBe('09:00');
  });
  test.each([
    ['2:00 pm', '14:00'],
    ['12:30 AM', '00:30'],
    ['12 pm', '12:00'],
    ['14 Uhr 30', '14:30'],
    ['1015', '10:15'],
    ['18h15', '18:15'],
  ])('is read from %s as %s', (text, time) => {
    expect(readTime(text)).toBe(time);
  });
  test('may be part of a range', () => {
    expect(readTime('9:00 - 10:30', { part: 'start' })).toBe('09:00');
    expect(readTime('9:00AM–1:15PM', { part: 'end' })).toBe('13:15');
    expect(readTime('0900-1015', { part: 'end' })).toBe('10:15');
    expect(readTime('9 - 10:30 pm', { part: 'start' })).toBeUndefined();
    expect(readTime('0.375', { serials: true })).toBe('09:00');
    expect(readTime('0.375')).toBeUndefined();
  });
  test.each(['', '25:00', '9:60', 'noon', '13 pm', '0 am', '9:5', '09:00:30', '24:00', '12345678', 'TBA'])(
    'is not read from %p',
    (text) => expect(readTime(text)).toBeUndefined(),
  );
});

describe('weekdays', () => {
  test.each<[string, number[]]>([
    ...[1, 2, 3, 4, 5, 6, 7].map((day): [string, number[]] => [String(day), [day]]),
    ['Monday', [1]],
    ['Mi.', [3]],
    ['DONNERSTAG', [4]],
    ['Do', [4]],
    ['samedi', [6]],
    ['Miércoles', [3]],
    ['mar.', [2]],
    ['sáb', [6]],
    ['Sat', [6]],
    ['M', [1]],
    ['R', [4]],
    ['MWF', [1, 3, 5]],
    ['TR', [2, 4]],
    ['TTh', [2, 4]],
    ['TTH', [2, 4]],
    ['TuTh', [2, 4]],
    ['MoWeFr', [1, 3, 5]],
    ['MTWRF', [1, 2, 3, 4, 5]],
    ['MTWTF', [1, 2, 3, 4, 5]],
    ['M W F', [1, 3, 5]],
    ['Mon/Wed', [1, 3]],
    ['Di, Do', [2, 4]],
    ['DiDo', [2, 4]],
    ['Mo und Mi', [1, 3]],
    ['Mo-Fr', [1, 2, 3, 4, 5]],
    ['Mon - Wed', [1, 2, 3]],
    ['lundi et jeudi', [1, 4]],
    ['lunes a viernes', [1, 2, 3, 4, 5]],
    ['LMV', [1, 2, 5]],
    ['LXV', [1, 3, 5]],
    ['LMMJV', [1, 2, 3, 4, 5]],
    ['LuMe', [1, 3]],
    ['MaJu', [2, 4]],
    ['1,3,5', [1, 3, 5]],
    ['SaSo', [6, 7]],
    ['UMTWRFS', [1, 2, 3, 4, 5, 6, 7]],
  ])('are read from %s', (text, days) => {
    expect(readWeekdays(text)).toEqual(days);
  });
  test.each(['', 'TBA', 'Arr', '0', '8', 'Storm', 'FM', 'X1', 'Mo Foo', 'Fr-Mo'])(
    'are not read from %p',
    (text) => {
      expect(readWeekdays(text)).toBeUndefined();
    },
  );
  test('use the language of their column if an abbreviation is ambiguous', () => {
    expect(weekdayLanguageOf(['Di', 'Do', 'Mi'])).toBeUndefined();
    expect(weekdayLanguageOf(['lu', 'je', 'di'])).toBe('fr');
    expect(weekdayLanguageOf(['Lu', 'Ju', 'Do'])).toBe('es');
    expect([readWeekdays('di', 'fr'), readWeekdays('Do', 'es'), readWeekdays('M', 'es')]).toEqual([
      [7],
      [7],
      [2],
    ]);
  });
});

describe('a cell', () => {
  test.each([
    ['\u200Fمحمد\u200F عبد الله', 'محمد عبد الله', ['U+200F']],
    ['\uFEFFid', 'id', ['U+FEFF']],
    ['Anna\u00A0Maria', 'Anna Maria', ['U+00A0']],
    ['Mei\u200Ber', 'Meier', ['U+200B']],
    ['zu\u00ADsammen', 'zusammen', ['U+00AD']],
    ['a\u0000b', 'ab', ['U+0000']],
    ['two\nlines', 'two lines', []],
    ['می\u200Cخواهم', 'می\u200Cخواهم', []],
    ['="0001234"', '0001234', []],
    ["'0001234", '0001234', []],
    ["'t Hooft", "'t Hooft", []],
    ['Nguye\u0302\u0303n', 'Nguye\u0302\u0303n', []],
    ['  trimmed ', 'trimmed', []],
    ['a\uD800b', 'a\uFFFDb', []],
    ['👩\u200D🎓', '👩\u200D🎓', []],
  ])('%p is cleaned to %p', (cell, text, removed) => {
    expect(cleanCell(cell)).toEqual({ text, removed });
  });

  test.each([
    ['1.23457E+11', 'scientific'],
    ['1,23457E+11', 'scientific'],
    ['2E+05', 'scientific'],
    ['12347.0', 'decimal'],
    ['12345678901234500', 'rounded'],
    ['#NAME?', 'formula_error'],
    ['#WERT!', 'formula_error'],
    ['#NV', 'formula_error'],
    ['########', 'too_narrow'],
    ['0001234', undefined],
    ['12E3', undefined],
    ['CS-1E', undefined],
    ['#12', undefined],
    ['12345678901234567', undefined],
  ])('%s is reported as damaged: %s', (cell, damage) => {
    expect(damageOf(cell, true)).toBe(damage);
  });

  test('is padded to the length of other IDs if it lost its leading zeros', () => {
    expect(paddedIds('1003', [7, 4, 3, 6, 7])).toEqual(['001003', '0001003']);
    expect(paddedIds('A1003', [7])).toEqual([]);
  });
});

describe('a name', () => {
  test.each([
    ['Nolan, Ali', 'Ali Nolan'],
    ['Nolan,Ali', 'Ali Nolan'],
    ['King, Jr.', 'King, Jr.'],
    ['Smith, John, PhD', 'Smith, John, PhD'],
    ['محمد، علي', 'علي محمد'],
    ['Nagy János', 'Nagy János'],
    ['Prince', 'Prince'],
  ])('%s is read as %s', (text, name) => {
    expect(readName(text)).toBe(name);
  });

  test('may be followed by an address', () => {
    expect(readRecipient('Ali Nolan <ali@campus.example>')).toEqual({
      name: 'Ali Nolan',
      email: 'ali@campus.example',
    });
    expect(readRecipient('"Nolan, Ali" <ali@campus.example>;')).toEqual({
      name: 'Ali Nolan',
      email: 'ali@campus.example',
    });
    expect(readRecipient('mailto:ali@campus.example')).toEqual({ email: 'ali@campus.example' });
    expect(readRecipient('Ali Nolan')).toBeUndefined();
    expect(
      readRecipients(
        'Nolan, Ali <ali@campus.example>; "Roe, R." <r@campus.example>, x@campus.example y@campus.example',
      ),
    ).toEqual([
      { name: 'Ali Nolan', email: 'ali@campus.example' },
      { name: 'R. Roe', email: 'r@campus.example' },
      { email: 'x@campus.example' },
      { email: 'y@campus.example' },
    ]);
    expect(readRecipients('Q-1024, Alan Turing, alan@campus.example')).toBeUndefined();
  });
});
