import { foldForSearch } from '@qr-attendance/contracts';
import type { CampusRandom } from './random.ts';
import type { CampusRecords } from './records.ts';
import type { Department, Program } from './structure.ts';

const STAFF_SHARE = 0.08;
/** The minimum number of teachers, sufficient for the sections of the smallest campus without overlaps. */
const MIN_STAFF = 8;
const MASTER_SHARE = 0.2;

export interface Cohort {
  program: Program;
  semester: number;
  students: string[];
}
export interface DepartmentPeople {
  rows: CampusRecords['people'][];
  staff: string[];
  cohorts: Cohort[];
}

const toLocalPart = (text: string): string => foldForSearch(text).replaceAll(/[^a-z]/gu, '');

/** @param name a first and a last name */
export const emailOf = (name: string, institutionId: string): string => {
  const [firstName = '', ...others] = name.split(' ');
  return `${toLocalPart(firstName)}.${toLocalPart(others.join(''))}.${institutionId}@campus.example`;
};

const createPerson = (random: CampusRandom, number: number) => {
  const { firstName, lastName } = random.personName();
  const institutionId = `q${String(number).padStart(6, '0')}`;
  const email = `${toLocalPart(firstName)}.${toLocalPart(lastName)}.${institutionId}@campus.example`;
  return { institution_id: institutionId, name: `${firstName} ${lastName}`, email };
};

const divide = (total: number, weights: number[]): number[] => {
  const sum = weights.reduce((left, right) => left + right, 0);
  let before = 0;
  let given = 0;
  return weights.map((weight) => {
    before += weight;
    const part = Math.round((total * before) / sum) - given;
    given += part;
    return part;
  });
};

export const createDepartmentPeople = (
  random: CampusRandom,
  department: Department,
  { count, firstNumber }: { count: number; firstNumber: number },
): DepartmentPeople => {
  const staffCount = Math.max(MIN_STAFF, Math.round(count * STAFF_SHARE));
  const rows: CampusRecords['people'][] = [];
  const staff: string[] = [];
  let number = firstNumber;
  for (let index = 0; index < staffCount; index += 1) {
    const person = createPerson(random, number);
    number += 1;
    staff.push(person.institution_id);
    rows.push({
      ...person,
      role: 'staff',
      unit_id: department.unitId,
      usn: '',
      registration_number: '',
      semester: '',
    });
  }
  const slots = department.programs.flatMap((program, index) =>
    program.semesters.map((semester) => ({
      program,
      semester,
      weight: (index === 0 ? 1 - MASTER_SHARE : MASTER_SHARE) / program.semesters.length,
    })),
  );
  const sizes = divide(
    Math.max(0, count - staffCount),
    slots.map(({ weight }) => weight),
  );
  const cohorts = slots.map(({ program, semester }, slot): Cohort => {
    const students: string[] = [];
    for (let index = 0; index < (sizes[slot] ?? 0); index += 1) {
      const person = createPerson(random, number);
      const serial = String(number).padStart(6, '0');
      number += 1;
      students.push(person.institution_id);
      rows.push({
        ...person,
        role: 'student',
        unit_id: program.unitId,
        usn: `1QR26${department.code}${serial}`,
        registration_number: `2026${serial}`,
        semester,
      });
    }
    return { program, semester, students };
  });
  return { rows, staff, cohorts };
};
