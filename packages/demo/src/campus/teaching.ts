import type { Cohort, DepartmentPeople } from './people.ts';
import type { CampusRandom } from './random.ts';
import type { CampusRecords } from './records.ts';
import { COURSES_PER_COHORT, slotsOfCourse } from './slots.ts';
import { TERM, type Department } from './structure.ts';

const TITLES = ['Foundations', 'Methods', 'Theory', 'Laboratory', 'Systems', 'Seminar', 'Applications'];
const SECTION_SIZE = 115;
const MOVED_SHARE = 0.02;
const LATE_SHARE = 0.04;
const DROPOUT_SHARE = 0.015;
const CO_TEACHER_SHARE = 0.3;
const SUBSTITUTE_SHARE = 0.02;

export interface TaughtSection {
  row: CampusRecords['sections'];
  size: number;
  slot: number;
}
export interface TeachingPlan {
  sections: TaughtSection[];
  staff: CampusRecords['staff'][];
  memberships(): Generator<CampusRecords['memberships']>;
}

const dayOfTerm = (day: number): string => Temporal.PlainDate.from(TERM.starts).add({ days: day }).toString();

interface TaughtCourse {
  cohort: Cohort;
  sectionIds: string[];
}

/** Most students stay for the whole term; some join late, leave, or change sections and have two periods. */
function* courseMemberships(
  random: CampusRandom,
  { cohort, sectionIds }: TaughtCourse,
): Generator<CampusRecords['memberships']> {
  for (const [index, student] of cohort.students.entries()) {
    const sectionId = sectionIds[index % sectionIds.length] ?? '';
    const began = random.chance(LATE_SHARE) ? dayOfTerm(random.integer(1, 21)) : TERM.starts;
    const row = { section_id: sectionId, institution_id: student, began, ended: '' };
    const otherSection = sectionIds[(index + 1) % sectionIds.length] ?? '';
    if (otherSection !== sectionId && random.chance(MOVED_SHARE)) {
      const moved = dayOfTerm(random.integer(22, 40));
      yield { ...row, ended: moved };
      yield { ...row, section_id: otherSection, began: moved };
    } else if (random.chance(DROPOUT_SHARE)) yield { ...row, ended: dayOfTerm(random.integer(22, 60)) };
    else yield row;
  }
}

const assignment = (
  institutionId: string,
  role: CampusRecords['staff']['role'],
  scope: CampusRecords['staff']['scope'],
  scopeId: string,
): CampusRecords['staff'] => ({
  institution_id: institutionId,
  role,
  scope,
  scope_id: scopeId,
  began: TERM.starts,
  ended: TERM.ends,
});

const createLecturers = (staff: string[]) => {
  const busy = new Set<string>();
  let turn = 0;
  const next = (): string => staff[turn++ % staff.length] ?? '';
  const nextFree = (slots: number[]): { lecturer: string; slot: number } => {
    for (let tried = 0; tried < staff.length; tried += 1) {
      const lecturer = next();
      const slot = slots.find((candidate) => !busy.has(`${lecturer} ${candidate}`));
      if (slot === undefined) continue;
      busy.add(`${lecturer} ${slot}`);
      return { lecturer, slot };
    }
    throw new Error('A department has more sections than its staff can teach.');
  };
  return { next, nextFree };
};

export const createTeaching = (
  random: CampusRandom,
  department: Department,
  { staff, cohorts }: DepartmentPeople,
): TeachingPlan => {
  const sections: TaughtSection[] = [];
  const assignments: CampusRecords['staff'][] = [];
  const courses: TaughtCourse[] = [];
  const lecturers = createLecturers(staff);

  const addSection = (row: CampusRecords['sections'], size: number, courseIndex: number): void => {
    const { lecturer, slot } = lecturers.nextFree(slotsOfCourse(courseIndex));
    sections.push({ row, size, slot });
    const isFirst = row.section === '1';
    assignments.push(
      isFirst
        ? assignment(lecturer, 'owner', 'course', row.course_id)
        : assignment(lecturer, 'assistant', 'section', row.section_id),
    );
    if (!random.chance(SUBSTITUTE_SHARE)) return;
    const day = random.integer(14, 80);
    assignments.push({
      ...assignment(lecturers.next(), 'substitute', 'section', row.section_id),
      began: dayOfTerm(day),
      ended: dayOfTerm(day + 6),
    });
  };

  const addCourse = (cohort: Cohort, courseIndex: number): void => {
    const { program, semester, students } = cohort;
    const level = program.degree === 'Master' ? semester + 8 : semester;
    const code = `${department.code}${level}${String(courseIndex + 1).padStart(2, '0')}`;
    const sectionCount = Math.max(1, Math.round(students.length / SECTION_SIZE));
    const sectionIds = Array.from({ length: sectionCount }, (_section, index) => `S-${code}-${index + 1}`);
    for (const [index, sectionId] of sectionIds.entries()) {
      const row = {
        section_id: sectionId,
        section: String(index + 1),
        course_id: `C-${code}`,
        code,
        name: `${department.name}: ${TITLES[courseIndex] ?? ''} ${level}`,
        semester,
        term_id: TERM.term_id,
        unit_id: program.unitId,
      };
      addSection(row, Math.ceil(students.length / sectionCount), courseIndex);
    }
    if (random.chance(CO_TEACHER_SHARE))
      assignments.push(assignment(lecturers.next(), 'co-teacher', 'course', `C-${code}`));
    courses.push({ cohort, sectionIds });
  };

  for (const cohort of cohorts.filter(({ students }) => students.length > 0))
    for (let courseIndex = 0; courseIndex < COURSES_PER_COHORT; courseIndex += 1)
      addCourse(cohort, courseIndex);
  for (const { unitId } of department.programs)
    assignments.push(assignment(lecturers.next(), 'program-administrator', 'unit', unitId));
  return {
    sections,
    staff: assignments,
    *memberships() {
      for (const course of courses) yield* courseMemberships(random, course);
    },
  };
};
