import {
  foldForSearch,
  IMPORT_FIELDS,
  type ImportFieldName,
  type ImportKind,
} from '@qr-attendance/contracts';

/** Names of columns that are common in exports of campus systems, beside the names of the fields. */
const OTHER_NAMES: Record<ImportKind, Partial<Record<ImportFieldName, string[]>>> = {
  units: {
    id: ['unit id', 'unit', 'code'],
    parent: ['parent id', 'parent unit', 'belongs to'],
    kind: ['type', 'level'],
    name: ['unit name', 'title'],
  },
  terms: {
    id: ['term id', 'term', 'code'],
    name: ['term name', 'title'],
    firstDay: ['starts', 'start', 'start date', 'first day', 'begins', 'from'],
    lastDay: ['ends', 'end', 'end date', 'last day', 'until', 'to'],
  },
  rooms: {
    id: ['room id', 'room', 'code'],
    name: ['room name', 'title'],
    capacity: ['seats', 'places'],
    latitude: ['lat'],
    longitude: ['lon', 'lng', 'long'],
    radius: ['radius meters', 'radius m'],
  },
  people: {
    person: ['institution id', 'person id', 'student id', 'employee id', 'id', 'matriculation number'],
    name: ['full name', 'display name'],
    email: ['email address', 'e mail', 'mail'],
    role: ['type', 'user type'],
    registrationNumber: ['registration number', 'reg no', 'registration no'],
    unit: ['unit id', 'department', 'program'],
  },
  sections: {
    id: ['section id', 'class id', 'group id'],
    section: ['section name', 'group'],
    course: ['course id', 'module id'],
    code: ['course code', 'module code'],
    name: ['course name', 'title', 'course title'],
    term: ['term id'],
    unit: ['unit id', 'department'],
  },
  memberships: {
    section: ['section id', 'class id', 'group id'],
    term: ['term id'],
    person: ['institution id', 'student id', 'person id', 'matriculation number'],
    began: ['starts', 'start', 'start date', 'first day', 'begin date', 'from'],
    ended: ['ends', 'end', 'end date', 'until'],
  },
  staff: {
    person: ['institution id', 'employee id', 'person id'],
    scopeId: ['scope id', 'course id', 'section id', 'unit id'],
    term: ['term id'],
    firstDay: ['began', 'starts', 'start', 'start date', 'from'],
    lastDay: ['ended', 'ends', 'end', 'end date', 'until'],
  },
  timetable: {
    section: ['section id', 'class id', 'group id'],
    term: ['term id'],
    weekday: ['day', 'day of week'],
    start: ['starts', 'start time', 'begins', 'from'],
    end: ['ends', 'end time', 'until', 'to'],
    room: ['room id'],
    firstDay: ['start date', 'begin date', 'starts on'],
    lastDay: ['end date', 'ends on'],
    everyWeeks: ['weeks', 'interval'],
    id: ['activity id', 'event id', 'activity', 'course event id'],
  },
};

/** `sectionId`, `section_id` and `Section ID` are the same name. */
const normalize = (name: string): string =>
  foldForSearch(name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Finds the column of each field: the one that was chosen the last time, else one with a usual name. A column
 * belongs to one field.
 */
export const suggestMapping = (
  kind: ImportKind,
  columns: string[],
  remembered: Record<string, string> = {},
): Record<string, number> => {
  const names = columns.map(normalize);
  const mapping: Record<string, number> = {};
  const isFree = (index: number) => index >= 0 && !Object.values(mapping).includes(index);
  const choose = (field: string, wanted: (string | undefined)[]): void => {
    for (const name of wanted) {
      const index = name === undefined || field in mapping ? -1 : names.indexOf(normalize(name));
      if (isFree(index)) mapping[field] = index;
    }
  };
  const fields = IMPORT_FIELDS[kind];
  for (const { name } of fields) choose(name, [remembered[name]]);
  for (const { name } of fields) choose(name, [name]);
  for (const { name } of fields) choose(name, OTHER_NAMES[kind][name] ?? []);
  return mapping;
};
