import { createDepartmentPeople, type DepartmentPeople } from './people.ts';
import { createCampusRandom } from './random.ts';
import type { CampusFile, CampusRecords } from './records.ts';
import { BREAKS, createDepartments, TERM, unitRows, type Department } from './structure.ts';
import { createTeaching } from './teaching.ts';
import { createTimetable } from './timetable.ts';

export const MIN_CAMPUS_PEOPLE = 50;

export interface CampusOptions {
  people: number;
  seed: number;
}
export type Campus = { [File in CampusFile]: Iterable<CampusRecords[File]> };

function* institutionStaff(departments: { people: DepartmentPeople }[]): Generator<CampusRecords['staff']> {
  const candidates = departments.flatMap(({ people }) => people.staff.slice(-2)).slice(0, 3);
  const roles = ['institution-administrator', 'institution-administrator', 'auditor'] as const;
  for (const [index, institutionId] of candidates.entries())
    yield {
      institution_id: institutionId,
      role: roles[index] ?? 'auditor',
      scope: 'unit',
      scope_id: 'U',
      began: TERM.starts,
      ended: '',
    };
}

const divideEvenly = (total: number, parts: Department[]): number[] =>
  parts.map(
    (_part, index) =>
      Math.floor((total * (index + 1)) / parts.length) - Math.floor((total * index) / parts.length),
  );

/**
 * Describes a consistent university: units, a term, rooms, people, courses with sections, memberships (with
 * moves, late joins and departures), staff, and class times without conflicts of room, lecturer or cohort.
 * The memberships can be read only once: they are generated on demand, so a campus of 200,000 people does not
 * keep a million memberships in memory.
 */
export const createCampus = ({ people, seed }: CampusOptions): Campus => {
  const random = createCampusRandom(seed);
  const units = createDepartments(people);
  const counts = divideEvenly(people, units);
  let firstNumber = 1;
  const departments = units.map((department, index) => {
    const count = counts[index] ?? 0;
    const created = createDepartmentPeople(random, department, { count, firstNumber });
    firstNumber += count;
    return { department, people: created, teaching: createTeaching(random, department, created) };
  });
  const sections = departments.flatMap(({ teaching }) => teaching.sections);
  const { rooms, classTimes } = createTimetable(sections);
  return {
    units: unitRows(units),
    terms: [TERM],
    breaks: BREAKS,
    rooms,
    people: departments.flatMap(({ people: { rows } }) => rows),
    sections: sections.map(({ row }) => row),
    staff: [...institutionStaff(departments), ...departments.flatMap(({ teaching }) => teaching.staff)],
    class_times: classTimes,
    memberships: (function* readMemberships() {
      for (const { teaching } of departments) yield* teaching.memberships();
    })(),
  };
};
