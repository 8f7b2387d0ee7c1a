import type { courses as english } from './courses.en.ts';

export const courses: typeof english = {
  title: 'Kurse',
  help: 'Die Kurse der Einheiten, in denen Sie eine Rolle haben.',
  helpAll:
    'Alle Kurse der Einrichtung. Listen und Anwesenheit sieht nur, wer im Kurs oder in dessen Einheiten eine Rolle hat.',
  search: 'Nach Kürzel, Name oder Lehrperson suchen',
  failed: 'Die Kurse konnten nicht geladen werden',
  none: 'Hier gibt es noch keine Kurse.',
  noMatch: 'Kein Kurs passt zu Ihrer Suche. Ändern Sie die Suche oder die Filter.',
  course: 'Kurs',
  owner: 'Leitung',
  unit: 'Einheit',
  everyUnit: 'Alle Einheiten',
  term: 'Semester',
  everyTerm: 'Alle Semester',
  students: 'Studierende',
  archived: 'Archiviert',
  open: 'Öffnen',
  openOf: '{{code}} öffnen',
};
