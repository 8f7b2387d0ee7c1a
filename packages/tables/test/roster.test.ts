// cspell:disable
import { describe, expect, test } from '@jest/globals';
import { entriesOf, readRoster } from '../src/index.ts';

const read = (text: string) => {
  const list = readRoster(text);
  return {
    students: entriesOf(list, list.columns).map(({ line: _line, ...student }) => student),
    skipped: list.skipped.map(({ line, reason }) => [line.number, reason]),
  };
};
const ali = { person: '2024001', name: 'Ali Nolan', email: 'ali.nolan@campus.example' };

describe('a list of students', () => {
  test.each([
    [
      'CAMPUSonline',
      'REGISTRATION_NUMBER;FAMILY_NAME_OF_STUDENT;FIRST_NAME_OF_STUDENT;EMAIL_ADDRESS;COURSE_TITLE\n2024001;Nolan;Ali;ali.nolan@campus.example;"iPraktikum; ""Advanced"""\n',
      [ali],
      [],
    ],
    [
      'a file that names its separator',
      'sep=;\nMatrikelnummer;Name;E-Mail\n2024001;Nolan, Ali;ali.nolan@campus.example\n',
      [ali],
      [[1, 'before_header']],
    ],
    [
      'the gradebook of Canvas',
      'Student,ID,SIS User ID,SIS Login ID,Section,Quiz 1 (23)\n    Points Possible,,,,,10.00\n"Nolan, Ali",8811,2024001,ali.nolan@campus.example,CS 301-01,8.00\n"Student, Test",8819,,abc123,CS 301-01,\n',
      [ali],
      [
        [2, 'points_possible'],
        [4, 'test_student'],
      ],
    ],
    [
      'HISinOne',
      'Matrikelnummer;Nachname;Vorname\n2024001;Nolan;Ali\n',
      [{ person: '2024001', name: 'Ali Nolan' }],
      [],
    ],
    [
      'Moodle with a title and a total',
      'Kurs: Algorithmen\n\nVorname\tNachname\tE-Mail-Adresse\tID-Nummer\nAli\tNolan\tali.nolan@campus.example\t2024001\nSumme: 1\n',
      [ali],
      [
        [1, 'before_header'],
        [5, 'total'],
      ],
    ],
    [
      'a column of addresses',
      'a@campus.example\nb@campus.example',
      ['a', 'b'].map((one) => ({ person: `${one}@campus.example`, email: `${one}@campus.example` })),
      [],
    ],
    ['logins', 'zq1\nabc', [{ person: 'zq1' }, { person: 'abc' }], []],
    [
      'the recipients of a message',
      'Nolan, Ali <ali.nolan@campus.example>; "Roe, R." <r@campus.example>',
      [
        { ...ali, person: 'ali.nolan@campus.example' },
        { person: 'r@campus.example', name: 'R. Roe', email: 'r@campus.example' },
      ],
      [],
    ],
    [
      'lines of different forms',
      'ali.nolan@campus.example\n2024001, Ali Nolan, ali.nolan@campus.example',
      [{ person: 'ali.nolan@campus.example', email: 'ali.nolan@campus.example' }, ali],
      [],
    ],
  ])('is read from %s', (_what, text, students, skipped) => {
    expect(read(text)).toEqual({ students, skipped });
  });

  test('reports what a spreadsheet changed, and lines with invisible characters', () => {
    expect(read('id,name\n1.23457E+11,A\n12347.0,B\n').students.map(({ damage }) => damage)).toEqual([
      'scientific',
      'decimal',
    ]);
    expect(readRoster('id,name\n1,\u200FAli\n2,Bo\u200B\u00A0X\n').invisible).toEqual([
      { line: 2, characters: ['U+200F'] },
      { line: 3, characters: ['U+200B', 'U+00A0'] },
    ]);
  });
});
