import { isDeepStrictEqual } from 'node:util';
import {
  type CourseStaff,
  MAX_STAFF,
  type NewStaff,
  routes,
  type StaffMember,
  type StaffTerms,
} from '@qr-attendance/contracts';
import { type Caller, conflict, RETRY, notFound, retryOnConflict } from '@qr-attendance/server';
import { changeCourseFor } from '../../core/courses/change-courses.ts';
import { findCourseFor } from '../../core/courses/find-course-for.ts';
import type { Course, Courses } from '../../core/courses/courses.ts';
import { findSection } from '../../core/courses/rules/sections.ts';
import type { StaffChangeEntry } from '../../db/models.ts';
import { describeStaff, type ReadStaffDeps, listStaff } from './read-staff.ts';
import { toMoments } from '../../core/staff/staff-days.ts';
import type { StaffLookups } from '../../core/staff/staff-lookups.ts';
import type { PermittedCourses } from '../../core/staff/staffed-courses.ts';

type AddStaffDeps = ReadStaffDeps & { staffLookups: StaffLookups };

const isOwnerError = () => conflict('is_owner', 'This person owns the course. Hand the course over first.');
const tooManyStaffError = () =>
  conflict('too_many_staff', `A course has at most ${MAX_STAFF} people on its staff.`);

const memberOf = ({ staff = [] }: Course, userId: string): StaffMember => {
  const member = staff.find((one) => one.userId === userId);
  if (!member) throw notFound('Person');
  return member;
};
const without = ({ staff = [] }: Course, userId: string): StaffMember[] =>
  staff.filter((one) => one.userId !== userId);

const recordOf = (
  { userId, role, from, until }: Pick<StaffMember, 'userId' | 'from' | 'until'> & { role: string },
  change: StaffChangeEntry['change'],
  by: string,
  now: Date,
): StaffChangeEntry => ({
  at: now.toISOString(),
  by,
  userId,
  change,
  role,
  ...(from && { from }),
  ...(until && { until }),
});

export const addStaff = async (
  context: AddStaffDeps,
  caller: Caller,
  id: string,
  { person, ...asked }: NewStaff,
): Promise<CourseStaff> => {
  const { clock, campusTimeZone } = context;
  requireKnownSections(await findCourseFor(context, caller, 'manageStaff', id), asked);
  const userId = await context.staffLookups.limit(caller, () =>
    context.auth.post(routes.auth.findTeacherInternal, { body: { person } }),
  );
  const now = clock();
  const terms = toTerms(asked, campusTimeZone);
  const member = { userId, ...terms, addedBy: caller.id, addedAt: now.toISOString() };
  const changed = await changeCourseFor(
    context,
    caller,
    'manageStaff',
    id,
    (course) => {
      if (course.teacherId === userId) throw isOwnerError();
      const existingMember = course.staff?.find((one) => one.userId === userId);
      if (existingMember && isSame(existingMember, terms)) return course;
      if (existingMember)
        throw conflict(
          'on_staff',
          'This person is already on the staff. Change the role or the dates instead.',
        );
      if ((course.staff?.length ?? 0) + 1 >= MAX_STAFF) throw tooManyStaffError();
      return { ...course, staff: [...(course.staff ?? []), member] };
    },
    recordOf(member, 'added', caller.id, now),
  );
  return describeStaff(context, changed);
};

type Terms = Pick<StaffMember, 'role' | 'from' | 'until' | 'sectionIds'>;

const toTerms = ({ role, sectionIds, ...days }: StaffTerms, zone: string): Terms => ({
  role,
  ...toMoments(days, zone),
  ...(sectionIds && { sectionIds: [...new Set(sectionIds)].toSorted() }),
});

const requireKnownSections = (course: Course, { sectionIds = [] }: Pick<StaffTerms, 'sectionIds'>): void => {
  for (const id of sectionIds) findSection(course, id);
};

const isSame = (one: Terms, other: Terms): boolean =>
  one.role === other.role &&
  one.from === other.from &&
  one.until === other.until &&
  isDeepStrictEqual(one.sectionIds, other.sectionIds);

export const changeStaff = async (
  context: ReadStaffDeps,
  caller: Caller,
  { id, userId }: { id: string; userId: string },
  asked: StaffTerms,
): Promise<CourseStaff> => {
  const terms = toTerms(asked, context.campusTimeZone);
  const changed = await changeCourseFor(
    context,
    caller,
    'manageStaff',
    id,
    (course) => {
      if (course.teacherId === userId) throw isOwnerError();
      requireKnownSections(course, asked);
      const { from: _from, until: _until, sectionIds: _sections, ...member } = memberOf(course, userId);
      if (isSame(memberOf(course, userId), terms)) return course;
      const staff = (course.staff ?? []).map((one) =>
        one.userId === userId ? { ...member, ...terms } : one,
      );
      return { ...course, staff };
    },
    recordOf({ userId, ...terms }, 'changed', caller.id, context.clock()),
  );
  return describeStaff(context, changed);
};

/** Everybody except the owner can leave. */
export const removeStaff = async (
  context: ReadStaffDeps,
  caller: Caller,
  { id, userId }: { id: string; userId: string },
): Promise<void> => {
  const isSelf = userId === caller.id;
  const action = isSelf ? 'readCourse' : 'manageStaff';
  const { staff, teacherId } = await findCourseFor(context, caller, action, id);
  if (teacherId === userId) throw isOwnerError();
  const role = staff?.find((one) => one.userId === userId)?.role;
  if (role === undefined) return;
  await changeCourseFor(
    context,
    caller,
    action,
    id,
    (course) => {
      if (course.teacherId === userId) throw isOwnerError();
      const staffLeft = without(course, userId);
      return staffLeft.length === (course.staff?.length ?? 0) ? course : withStaff(course, staffLeft);
    },
    recordOf({ userId, role }, isSelf ? 'left' : 'removed', caller.id, context.clock()),
  );
};

const withStaff = ({ staff: _staff, ...course }: Course, staff: StaffMember[]): Course => ({
  ...course,
  ...(staff.length > 0 && { staff }),
});

/** Only members of the staff can receive a course, so that a mistyped address gives it to nobody. */
export const handOver = async (
  context: ReadStaffDeps,
  caller: Caller,
  { id, userId }: { id: string; userId: string },
): Promise<CourseStaff> => {
  const now = context.clock();
  const { teacherId } = await findCourseFor(context, caller, 'readCourse', id);
  // The client repeats the call if it lost the answer.
  if (teacherId === userId) return listStaff(context, caller, id);
  const changed = await changeCourseFor(
    context,
    caller,
    'manageStaff',
    id,
    (course) => {
      memberOf(course, userId);
      const previous: StaffMember = {
        userId: course.teacherId,
        role: 'co-teacher' as const,
        addedBy: caller.id,
        addedAt: now.toISOString(),
      };
      return {
        ...course,
        teacherId: userId,
        ownerSince: now.toISOString(),
        staff: [previous, ...without(course, userId)],
      };
    },
    recordOf({ userId, role: 'owner' }, 'handed_over', caller.id, now),
  );
  return describeStaff(context, changed);
};

/** Removes an erased person from the staff of all courses. Courses they own keep them as owner. */
export const removeErasedStaff = async (
  { courses, staffedCourses }: { courses: Courses; staffedCourses: PermittedCourses },
  userId: string,
): Promise<void> => {
  for (const { id } of await staffedCourses.list(userId))
    await retryOnConflict(`course ${id}`, async () => {
      const course = await courses.find(id);
      if (!course?.staff?.some((one) => one.userId === userId)) return true;
      const changed = withStaff(course, without(course, userId));
      return (await courses.change({ ...changed, version: course.version + 1 })) || RETRY;
    });
};
