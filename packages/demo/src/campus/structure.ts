import type { CampusRecords } from './records.ts';

const SUBJECTS = [
  'Computer Science',
  'Electrical Engineering',
  'Mechanical Engineering',
  'Civil Engineering',
  'Electronics',
  'Mathematics',
  'Physics',
  'Chemistry',
  'Biology',
  'Economics',
  'Law',
  'History',
  'Linguistics',
  'Psychology',
  'Medicine',
  'Architecture',
];
const PEOPLE_PER_DEPARTMENT = 2_500;
const DEPARTMENTS_PER_FACULTY = 8;
const DEGREES = [
  { suffix: 'B', name: 'Bachelor', semesters: [1, 3, 5, 7] },
  { suffix: 'M', name: 'Master', semesters: [1, 3] },
];

export interface Program {
  unitId: string;
  degree: string;
  semesters: number[];
}
export interface Department {
  unitId: string;
  code: string;
  name: string;
  programs: Program[];
}

const INSTITUTION = 'U';
export const TERM = {
  term_id: '2026-autumn',
  name: 'Autumn 2026',
  starts: '2026-09-28',
  ends: '2027-02-12',
} satisfies CampusRecords['terms'];
export const BREAKS: CampusRecords['breaks'][] = [
  { term_id: TERM.term_id, kind: 'break', name: 'Winter break', starts: '2026-12-21', ends: '2027-01-03' },
  { term_id: TERM.term_id, kind: 'holiday', name: 'Founders’ day', starts: '2026-11-11', ends: '2026-11-11' },
];

const createDepartment = (index: number): Department => {
  const subject = SUBJECTS[index % SUBJECTS.length] ?? '';
  const round = Math.floor(index / SUBJECTS.length);
  const initials = subject
    .split(' ')
    .map((word) => word.slice(0, subject.includes(' ') ? 1 : 2).toUpperCase())
    .join('');
  // The number distinguishes subjects with the same initials.
  const code = `${initials}${round > 0 ? String(round + 1) : ''}${'ABCDEFGHIJKLMNOP'[index % SUBJECTS.length] ?? ''}`;
  const unitId = `D-${code}`;
  const programs = DEGREES.map(({ suffix, name, semesters }) => ({
    unitId: `P-${code}-${suffix}`,
    degree: name,
    semesters,
  }));
  return { unitId, code, name: round > 0 ? `${subject} ${round + 1}` : subject, programs };
};

export const createDepartments = (people: number): Department[] =>
  Array.from({ length: Math.max(1, Math.round(people / PEOPLE_PER_DEPARTMENT)) }, (_department, index) =>
    createDepartment(index),
  );

export function* unitRows(departments: Department[]): Generator<CampusRecords['units']> {
  yield { unit_id: INSTITUTION, parent_id: '', kind: 'institution', name: 'Campus University' };
  for (const [index, department] of departments.entries()) {
    const number = Math.floor(index / DEPARTMENTS_PER_FACULTY) + 1;
    const faculty = `F-${number}`;
    if (index % DEPARTMENTS_PER_FACULTY === 0)
      yield { unit_id: faculty, parent_id: INSTITUTION, kind: 'faculty', name: `Faculty ${number}` };
    yield { unit_id: department.unitId, parent_id: faculty, kind: 'department', name: department.name };
    for (const { unitId, degree } of department.programs)
      yield {
        unit_id: unitId,
        parent_id: department.unitId,
        kind: 'program',
        name: `${department.name}, ${degree}`,
      };
  }
}
