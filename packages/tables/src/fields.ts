import { IMPORT_FIELDS, type ImportFieldName, type ImportKind } from '@qr-attendance/contracts';

export type FieldFormat = 'id' | 'name' | 'text' | 'email' | 'day' | 'time' | 'weekday' | 'number' | 'choice';

type FieldFormats<Kind extends ImportKind> = Partial<
  Record<(typeof IMPORT_FIELDS)[Kind][number]['name'], FieldFormat>
>;

const FORMS: { [Kind in ImportKind]: FieldFormats<Kind> } = {
  units: { name: 'text', kind: 'choice' },
  terms: { name: 'text', firstDay: 'day', lastDay: 'day' },
  rooms: {
    name: 'text',
    building: 'text',
    capacity: 'number',
    latitude: 'number',
    longitude: 'number',
    radius: 'number',
  },
  people: { name: 'name', email: 'email', role: 'choice', semester: 'number' },
  sections: { name: 'text', section: 'text', semester: 'number' },
  memberships: { began: 'day', ended: 'day' },
  staff: { role: 'choice', scope: 'choice', firstDay: 'day', lastDay: 'day' },
  timetable: {
    weekday: 'weekday',
    start: 'time',
    end: 'time',
    firstDay: 'day',
    lastDay: 'day',
    everyWeeks: 'number',
  },
};

export const formatOf = (kind: ImportKind, field: ImportFieldName): FieldFormat =>
  (FORMS[kind] as Partial<Record<ImportFieldName, FieldFormat>>)[field] ?? 'id';

export const fieldsOf = (kind: ImportKind): readonly { name: ImportFieldName; required: boolean }[] =>
  IMPORT_FIELDS[kind];
