import {
  allows,
  roleIn,
  sectionsFor,
  type Complete,
  type Course as CourseAnswer,
  type CourseDetails,
} from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import { type Caller, type InternalClient, notFound } from '@qr-attendance/server';
import { type Enrollment, mayLeave } from '../memberships/enrollment-standing.ts';
import type { Enrollments } from '../memberships/enrollments.ts';
import type { EnrollmentRequests } from '../memberships/enrollment-requests.ts';
import type { Terms } from '../terms/terms.ts';
import type { Units } from '../units/units.ts';
import type { Course, Courses } from './courses.ts';

export interface DescribeCoursesDeps {
  courses: Courses;
  enrollments: Enrollments;
  requests: EnrollmentRequests;
  people: PeopleProjection;
  auth: InternalClient;
  terms: Terms;
  units: Units;
  clock: () => Date;
}

const requestsOf = async ({ requests }: { requests: EnrollmentRequests }, { id, userType }: Caller) =>
  new Map(
    userType === 'STUDENT' ? (await requests.listOf(id)).map(({ courseId, state }) => [courseId, state]) : [],
  );

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

type EnrollmentRules = Pick<CourseAnswer, 'archived' | 'enrollmentMode' | 'mayLeave' | 'guests'>;

/**
 * The details that students see. Every one is named, so a new one reaches them only by decision; what only the staff sees is
 * added in `describeCourses`.
 */
const detailsForEverybody = ({
  name,
  code,
  semester,
  termId,
  unitId,
  archived,
  enrollmentMode,
  mayLeave: mayMembersLeave,
  guests,
}: Course): Complete<Omit<CourseDetails, 'section'>> & EnrollmentRules => ({
  name,
  code,
  semester,
  termId,
  unitId,
  archived,
  enrollmentMode,
  mayLeave: mayMembersLeave,
  guests,
});

/**
 * Enrolled students and session defaults are only included for the course's staff, limited to their sections.
 */
export const describeCourses = async (
  context: DescribeCoursesDeps,
  caller: Caller,
  courses: Course[],
): Promise<CourseAnswer[]> => {
  const { enrollments } = context;
  const now = context.clock();
  const scopeOf = await context.courses.scopesOf(courses);
  const roles = new Map(courses.map((course) => [course.id, roleIn(caller, scopeOf(course), now)]));
  const isStaffed = ({ id }: Course) => allows(roles.get(id), 'readCourse');
  const limits = new Map(
    courses
      .filter(isStaffed)
      .map((course) => [course.id, sectionsFor(caller, 'readCourse', scopeOf(course), now)]),
  );
  const idsOf = (some: Course[]) => some.map(({ id }) => id);
  const [names, students, counts, own, asked, waiting, terms, units] = await Promise.all([
    findNames(
      context,
      courses.map(({ teacherId }) => teacherId),
    ),
    enrollments.studentsOf(
      [...limits].flatMap(([id, only]) => (only ? [] : [id])),
      [...limits].flatMap(([id, only]) => (only ? [id] : [])),
      [...limits.values()].flatMap((only) => only ?? []),
    ),
    enrollments.sectionCountsOf(idsOf(courses)),
    caller.userType === 'STUDENT' ? enrollments.currentOf(caller.id) : new Map<string, Enrollment>(),
    requestsOf(context, caller),
    context.requests.countsOf(idsOf(courses.filter(isStaffed))),
    context.terms.namesOf(courses.map(({ termId }) => termId)),
    context.units.namesOf(courses.map(({ unitId }) => unitId)),
  ]);
  return courses.map((course) => {
    const { id, teacherId, section, sections: allSections, sessionDefaults, version } = course;
    const teacherName = names.get(teacherId);
    const only = limits.get(id);
    const enrollment = own.get(id);
    const isSeen = (sectionId: string) => only?.includes(sectionId) ?? true;
    const sections = allSections.filter((one) => isSeen(one.id));
    const enrolled = isStaffed(course) ? (students.get(id) ?? []) : undefined;
    return {
      _id: id,
      ...detailsForEverybody(course),
      // `section` is the name of the first section.
      ...(section !== undefined && isSeen(id) && { section }),
      termName: terms.get(course.termId ?? ''),
      unitName: units.get(course.unitId ?? ''),
      teacher: { _id: teacherId, user: teacherName === undefined ? null : { name: teacherName } },
      role: isStaffed(course) ? roles.get(id) : undefined,
      studentCount: enrolled?.length ?? sumOf(sections.map((section) => counts.get(section.id) ?? 0)),
      sections: sections.map(({ id: _id, name, archived }) => ({
        _id,
        name,
        archived,
        studentCount: isStaffed(course) ? (counts.get(_id) ?? 0) : undefined,
      })),
      sectionId: enrollment?.sectionId,
      ...(enrollment && mayLeave(course, enrollment) && { mayLeave: true }),
      students: enrolled,
      sessionDefaults: isStaffed(course) ? sessionDefaults : undefined,
      request: asked.get(id),
      requestCount: only ? undefined : waiting.get(id),
      version: isStaffed(course) ? version : undefined,
    };
  });
};

export const describeCourse = async (
  context: DescribeCoursesDeps,
  caller: Caller,
  course: Course,
): Promise<CourseAnswer> => {
  const [answer] = await describeCourses(context, caller, [course]);
  if (!answer) throw notFound('Course');
  return answer;
};
