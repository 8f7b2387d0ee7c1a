import { isDeepStrictEqual } from 'node:util';
import type { CourseStatementStore } from '../../../core/courses/course-statements.ts';
import type { Courses } from '../../../core/courses/courses.ts';
import type { Units } from '../../../core/units/units.ts';
import { courseStaffOf, stateCourseStaff, writeCourseStaff } from './course-staff.ts';
import { type ApplyContext, type Change, CONFLICT_PROBLEM, type Problem } from './kind.ts';
import { staffValuesFromFiles, type StatedStaff } from './stated-staff.ts';
import { stateUnitStaff, unitIdOf, unitKeyOf, unitStaffOf, writeUnitStaff } from './unit-staff.ts';

export interface StaffStoreDeps {
  courses: Courses;
  courseStatements: CourseStatementStore;
  units: Units;
}

export const createStaffStore = ({
  courses,
  courseStatements,
  units,
  isAdministrator,
}: StaffStoreDeps & { isAdministrator: (userId: string) => Promise<boolean> }) => {
  const load = async (keys: string[]): Promise<Map<string, StatedStaff>> => {
    const unitIds = keys.flatMap((key) => unitIdOf(key) ?? []);
    const found = await courseStatements.find(keys.filter((key) => unitIdOf(key) === undefined));
    // Preloaded, because a handover depends on whether the owner is an administrator.
    for (const { course } of found) await isAdministrator(course.teacherId);
    const ofUnits = await units.listStated(unitIds);
    return new Map([
      ...found.map((stored) => [stored.course.id, courseStaffOf(stored)] as const),
      ...ofUnits.map((unit) => [unitKeyOf(unit._id.toHexString()), unitStaffOf(unit)] as const),
    ]);
  };

  const write = async (changes: Change<StatedStaff>[], { by, at }: ApplyContext) => {
    const problems = new Map<string, Problem>();
    const author = { by, at: at.toISOString() };
    const restated: [key: string, after: StatedStaff][] = [];
    for (const change of changes) {
      const { key, before, after } = change;
      if (before && after && isDeepStrictEqual(staffValuesFromFiles(before), staffValuesFromFiles(after))) {
        restated.push([key, after]);
        continue;
      }
      const problem = await (unitIdOf(key) === undefined
        ? writeCourseStaff(courses, change, author)
        : writeUnitStaff(units, change, author));
      if (problem) problems.set(key, problem);
    }
    const statedOf = (isOfUnit: boolean) =>
      restated.flatMap(([key, after]) => ((unitIdOf(key) !== undefined) === isOfUnit ? after : []));
    const outdated = await Promise.all([
      stateCourseStaff(courseStatements, statedOf(false)),
      stateUnitStaff(units, statedOf(true)),
    ]);
    for (const [key, { id }] of restated)
      if (outdated.some((ids) => ids.has(id))) problems.set(key, CONFLICT_PROBLEM);
    return problems;
  };

  return { load, write, decidedIn: staffValuesFromFiles };
};
