import {
  importProblemSchema,
  importWarningSchema,
  knownOrOther,
  type ImportProblem,
  type ImportWarning,
  type LongClass,
} from '@qr-attendance/contracts';

const TEXTS: Record<ImportProblem | 'other', string> = {
  missing: 'A required value is missing.',
  invalid: 'The value is not valid.',
  too_long: 'The value is too long.',
  changed_by_spreadsheet:
    'was changed by Excel or another spreadsheet program. Format the column as text and enter the ID again, or export the list again and do not open it in a spreadsheet program.',
  formula_error:
    'is an error or a column that was too narrow in a spreadsheet program. Enter the value again.',
  ambiguous_day: 'can be two days. Choose whether the file has the day or the month first.',
  serial_day:
    'is the number that Excel has for a day. Format the column as a date, or write days as 2026-09-28 or 28.09.2026.',
  not_a_day:
    'is not a day. Accepted are 2026-09-28, 20260928, 28.09.2026, 28/09/2026 or 09/28/2026 as chosen for the file, 28-SEP-2026 and 28 September 2026.',
  not_a_time: 'is not a time of day. Accepted are 09:00, 9.00, 0900, 9:00 AM, 9h00 and 9 Uhr.',
  not_a_weekday:
    'is not a weekday. Accepted are names in English, German, French and Spanish, 1 for Monday to 7, and patterns such as MWF, TR, TTh and MoWeFr.',
  not_a_number: 'is not a number. Accepted are digits, with a point or comma before decimals.',
  not_an_address: 'is not an email address. Accepted are name@example.edu and Name <name@example.edu>.',
  not_a_choice: 'has no meaning yet.',
  unknown_unit: 'No unit has this ID. Units come after the unit that they belong to.',
  unknown_term: 'No term has this ID.',
  unknown_section: 'No section has this ID.',
  ambiguous_section: 'Sections of several terms have this ID. Add a column with the ID of the term.',
  section_elsewhere: 'A section of another course has this ID, and a class took place in it.',
  unknown_course: 'No course has this ID.',
  unknown_person: 'No person has this ID.',
  unknown_room: 'No room has this ID.',
  not_a_student: 'This person is not a student.',
  not_a_teacher: 'This person is not a teacher.',
  unit_order: 'A unit belongs to a unit of a higher kind, and its kind never changes.',
  days_reversed: 'The days are in the wrong order, or breaks are outside them.',
  role_scope:
    'This role cannot be given there: administrators belong to units, those of the institution to the institution itself, and only assistants and substitutes to sections.',
  overlaps: 'The student is in another section of the course at that time.',
  repeated: 'An earlier line has the same ID or address.',
  email_taken: 'The address belongs to a person with another ID.',
  other_role: 'The person has another role.',
  erased: 'This person was erased. Add them again?',
  same_person:
    'Nobody has this ID, but a withdrawn person has the address or a number. Say whether it is the same person.',
  both_known: 'Different records have the ID and the previous ID.',
  unknown_previous:
    'Nothing has this ID or this previous ID. Leave the previous ID empty to add something new.',
  conflict: 'Another object has this name, or somebody changed it at the same time.',
  archived: 'The term or course is archived.',
  not_supported: 'This cannot be imported.',
  other: 'This cannot be imported.',
};

const OVERLAPS: Record<Exclude<ImportWarning, 'long_class'>, string> = {
  room_taken: 'This is imported, although the room has another class at the same time',
  teacher_taken: 'This is imported, although the teacher has another class at the same time',
  section_taken: 'This is imported, although the section has another class at the same time',
};

interface Details {
  otherLine?: number;
  otherCourse?: string;
  longClass?: LongClass;
  day?: string;
  meant?: string;
  found?: string | undefined;
  accepted?: string | undefined;
}

/** These texts continue a sentence that begins with the cell. */
const ABOUT_CELL: ReadonlySet<string> = new Set([
  'changed_by_spreadsheet',
  'formula_error',
  'ambiguous_day',
  'serial_day',
  'not_a_day',
  'not_a_time',
  'not_a_weekday',
  'not_a_number',
  'not_an_address',
  'not_a_choice',
]);

export const textOfProblem = (problem: string, details: Details = {}): string => {
  const warning = importWarningSchema.safeParse(problem).data;
  const { otherLine, otherCourse, longClass, day, found = '', accepted = '' } = details;
  if (problem === 'repeated' && otherLine !== undefined)
    return `Line ${otherLine} states something else about the same ID or address.`;
  if (problem === 'erased' && day !== undefined) return `This person was erased on ${day}. Add them again?`;
  if (warning === 'long_class')
    return `${longClass?.start} to ${longClass?.end} is a class of ${longClass?.hours} hours, which is imported. Are start and end reversed?`;
  if (warning) return `${OVERLAPS[warning]}: ${otherLine === undefined ? otherCourse : `line ${otherLine}`}`;
  const text = TEXTS[knownOrOther<ImportProblem>(importProblemSchema, problem)];
  if (details.meant !== undefined) return `${text} Was it ${details.meant}? Spreadsheet programs drop zeros.`;
  if (!ABOUT_CELL.has(problem)) return text;
  return `“${found}” ${text}${accepted === '' ? '' : ` Accepted are ${accepted}.`}`;
};
