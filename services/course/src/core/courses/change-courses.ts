import {
  type Action,
  type Complete,
  type CourseEdit,
  type EnrollmentMode,
  type NewCourse,
  type SessionDefaultsChoice,
} from '@qr-attendance/contracts';
import {
  type Caller,
  DomainError,
  type IdempotentRequest,
  notFound,
  requireFreshProof,
  RETRY,
  retryOnConflict,
} from '@qr-attendance/server';
import type { StaffChangeEntry } from '../../db/models.ts';
import type { Terms } from '../terms/terms.ts';
import type { Units } from '../units/units.ts';
import type { Course } from './courses.ts';
import { type CourseStore, findCourseFor } from './find-course-for.ts';
import { withEnrollmentMode } from './new-course.ts';
import { nameOfFirst, requireUniqueNames } from './rules/sections.ts';

interface Campus {
  terms: Terms;
  units: Units;
}

/** Checks only changed values, so that a course can be edited after its term was archived. */
const requireTermAndUnit = async (
  { terms, units }: Campus,
  wanted: Pick<Course, 'termId' | 'unitId'>,
  before: Pick<Course, 'termId' | 'unitId'> = {},
): Promise<void> => {
  if (wanted.termId !== undefined && wanted.termId !== before.termId) await terms.requireOpen(wanted.termId);
  if (wanted.unitId !== undefined && wanted.unitId !== before.unitId && !(await units.find(wanted.unitId)))
    throw notFound('Unit');
};

export const courseExistsError = (): DomainError =>
  new DomainError('conflict', 'course_exists', 'You already have a course with this code and section.');

const theirCourseExistsError = (): DomainError =>
  new DomainError(
    'conflict',
    'their_course_exists',
    'This person already has a course with this code and section. Change the section first.',
  );

export const createCourse = async (
  context: Pick<CourseStore, 'courses'> & Campus & { newCourseEnrollment: EnrollmentMode },
  teacher: Caller,
  asked: NewCourse,
  once?: IdempotentRequest,
): Promise<Course> => {
  const { courses, newCourseEnrollment } = context;
  await requireTermAndUnit(context, asked);
  const newCourse = withEnrollmentMode(asked, newCourseEnrollment);
  const course = await courses.create(teacher.id, newCourse, once);
  if (course) return course;
  throw courseExistsError();
};

export const changeCourseFor = (
  context: CourseStore,
  caller: Caller,
  action: Action,
  id: string,
  change: (course: Course) => Course,
  staffChange?: StaffChangeEntry,
): Promise<Course> =>
  retryOnConflict('course', async () => {
    const course = await findCourseFor(context, caller, action, id);
    const wanted = change(course);
    if (wanted === course) return course;
    const changed = { ...wanted, version: course.version + 1 };
    const written = await context.courses.change(changed, {
      ...(staffChange && { staffChanges: [staffChange] }),
      audited: { by: caller.id, before: course },
    });
    if (written === 'conflict')
      throw changed.teacherId === course.teacherId ? courseExistsError() : theirCourseExistsError();
    return written ? changed : RETRY;
  });

export const updateCourse = (
  context: CourseStore,
  teacher: Caller,
  id: string,
  sessionDefaults: SessionDefaultsChoice,
): Promise<Course> =>
  changeCourseFor(context, teacher, 'changeCourse', id, (course) => ({ ...course, sessionDefaults }));

const requireActiveTerm = async ({ terms }: Campus, termId: string): Promise<void> => {
  if ((await terms.find(termId))?.archived)
    throw new DomainError(
      'conflict',
      'course_term_archived',
      'The term of this course is archived. Ask an administrator to restore it, or move the course to another term.',
    );
};

export const editCourse = async (
  context: CourseStore & Campus,
  teacher: Caller,
  id: string,
  { version, ...details }: Complete<CourseEdit>,
): Promise<Course> => {
  await requireTermAndUnit(context, details, await findCourseFor(context, teacher, 'changeCourse', id));
  return changeCourseFor(context, teacher, 'changeCourse', id, (course) => {
    if (course.version !== version)
      throw new DomainError(
        'conflict',
        'course_changed',
        'This course was changed in another window. Reload the page before you change it.',
      );
    const { section, termId, unitId } = details;
    // Moving the course to another unit gives that unit's staff rights in it, so it requires a fresh proof.
    if (unitId !== course.unitId) requireFreshProof(teacher);
    const sections =
      section === course.section
        ? course.sections
        : course.sections.map((one, index) => (index === 0 ? { ...one, name: nameOfFirst(section) } : one));
    requireUniqueNames(sections);
    const edited = { ...course, ...details, sections };
    // A course that leaves its term is no longer restored together with it.
    return course.termId === termId
      ? edited
      : { ...edited, archivedWithTerm: undefined, copiedFrom: undefined };
  });
};

export const setArchived = async (
  context: CourseStore & Campus,
  teacher: Caller,
  id: string,
  archived: boolean,
): Promise<Course> => {
  const { termId } = await findCourseFor(context, teacher, 'changeCourse', id);
  if (!archived && termId !== undefined) await requireActiveTerm(context, termId);
  return changeCourseFor(context, teacher, 'changeCourse', id, (course) => {
    if ((course.archived ?? false) === archived) return course;
    const { archived: _archived, archivedWithTerm: _withTerm, ...others } = course;
    return archived ? { ...others, archived } : others;
  });
};
