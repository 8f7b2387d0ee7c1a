import {
  importProblemSchema,
  importWarningSchema,
  knownOr,
  type ImportProblem,
  type ImportWarning,
} from '@qr-attendance/contracts';

const TEXTS: Record<ImportProblem | 'other', string> = {
  missing: 'A required value is missing.',
  invalid: 'The value is not valid.',
  too_long: 'The value is too long.',
  unknown_unit: 'No unit has this ID. Units come after the unit that they belong to.',
  unknown_term: 'No term has this ID.',
  unknown_section: 'No section has this ID.',
  ambiguous_section: 'Sections of several terms have this ID. Add a column with the ID of the term.',
  section_elsewhere: 'A section of another course has this ID.',
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
  conflict: 'Another object has this name, or somebody changed it at the same time.',
  archived: 'The term or course is archived.',
  not_supported: 'This cannot be imported.',
  other: 'This cannot be imported.',
};

const WARNINGS: Record<ImportWarning, string> = {
  room_taken: 'This is imported, although the room has another class at the same time',
  teacher_taken: 'This is imported, although the teacher has another class at the same time',
  section_taken: 'This is imported, although the section has another class at the same time',
};

/** @param other the line or class that a problem or warning is about */
export const textOfProblem = (
  problem: string,
  other: { otherLine?: number; otherCourse?: string; day?: string } = {},
): string => {
  const warning = importWarningSchema.safeParse(problem).data;
  const { otherLine, otherCourse, day } = other;
  if (problem === 'repeated' && otherLine !== undefined)
    return `Line ${otherLine} states something else about the same ID or address.`;
  if (problem === 'erased' && day !== undefined) return `This person was erased on ${day}. Add them again?`;
  if (!warning) return TEXTS[knownOr<ImportProblem>(importProblemSchema, problem)];
  return `${WARNINGS[warning]}: ${otherLine === undefined ? otherCourse : `line ${otherLine}`}`;
};
