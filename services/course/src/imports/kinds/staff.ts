import {
  addedRoleSchema,
  institutionIdSchema,
  MAX_STAFF,
  nameSchema,
  routes,
} from '@qr-attendance/contracts';
import type { InternalClient } from '@qr-attendance/server';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/mini';
import type { Course, Courses } from '../../courses/courses.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import { toMoments } from '../../staff/staff-days.ts';
import { fileDaySchema } from './day.ts';
import { createFindPeople } from './find-people.ts';
import type { ImportedCourses } from '../imported-courses.ts';
import { type Change, defineKind, type Problem, type Target } from './kind.ts';

const lowerCase = z.transform((value) => String(value).toLowerCase().replaceAll(' ', '-'));
const COURSE_ROLES = ['owner', ...addedRoleSchema.options] as const;
const UNIT_ROLES = ['program-administrator', 'institution-administrator'] as const;
const isUnitRole = (role: string): boolean => UNIT_ROLES.some((one) => one === role);

const rowSchema = z.object({
  person: institutionIdSchema,
  role: z.pipe(lowerCase, z.enum([...COURSE_ROLES, ...UNIT_ROLES])),
  scope: z.pipe(lowerCase, z.enum(['course', 'section', 'unit'])),
  scopeId: nameSchema(100),
  firstDay: z.optional(fileDaySchema),
  lastDay: z.optional(fileDaySchema),
});
type Row = z.output<typeof rowSchema>;

interface Member {
  userId: string;
  role: string;
  from?: string | undefined;
  until?: string | undefined;
  sectionIds?: string[] | undefined;
}
interface StaffState {
  owner: string;
  staff: Member[];
}

export interface StaffDeps {
  courses: Courses;
  importedCourses: ImportedCourses;
  auth: InternalClient;
  campusTimeZone: string;
}

const conflict: Problem = { problem: 'conflict' };

const stateOf = ({ teacherId, staff = [] }: Course): StaffState => ({
  owner: teacherId,
  staff: staff.map(({ userId, role, from, until, sectionIds }) => ({
    ...{ userId, role },
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(sectionIds !== undefined && { sectionIds }),
  })),
});

/** An assistant of several sections has a line for each, and keeps those that the file does not mention. */
const withSectionsOf = (staff: Member[], member: Member): Member => {
  const known = staff.find(({ userId, role }) => userId === member.userId && role === member.role);
  if (!member.sectionIds || !known?.sectionIds) return member;
  return { ...member, sectionIds: [...new Set([...known.sectionIds, ...member.sectionIds])].toSorted() };
};

/** A line is a role of a person. What the file does not mention stays. */
export const staffRules = (
  { courses, importedCourses, auth, campusTimeZone }: StaffDeps,
  { createdAt, by }: Pick<ImportDocument, 'createdAt' | 'by'>,
) => {
  const findPeople = createFindPeople(auth);
  const courseIds = new Map<string, string | undefined>();
  const sections = new Map<string, { courseId: string; sectionId: string } | undefined>();
  const members = new Map<string, object>();
  const administrators = new Map<string, boolean>();

  const findCourses = async (externalIds: string[]): Promise<void> => {
    const unknown = [...new Set(externalIds)].filter((id) => !courseIds.has(id));
    if (unknown.length === 0) return;
    const found = await importedCourses.find(unknown);
    const ids = new Map(found.map(({ externalId, id }) => [externalId, id]));
    for (const id of unknown) courseIds.set(id, ids.get(id));
  };

  const findSections = async (externalIds: string[]): Promise<void> => {
    const unknown = [...new Set(externalIds)].filter((id) => !sections.has(id));
    if (unknown.length === 0) return;
    const found = await importedCourses.findSections(unknown);
    for (const id of unknown) sections.set(id, found.get(id));
  };

  /** The administrator who imported a course owns it until its teacher is known, and has no other role in it. */
  const isAdministrator = async (userId: string): Promise<boolean> => {
    const known =
      administrators.get(userId) ??
      (await auth.get(routes.auth.getUserInternal, { id: userId }))?.userType !== 'TEACHER';
    administrators.set(userId, known);
    return known;
  };

  const toMember = ({ role, firstDay, lastDay }: Row, userId: string): Member => {
    // An owner stays until the course is handed over.
    const days = role === 'owner' ? {} : { from: firstDay, until: lastDay };
    return { userId, role, ...toMoments(days, campusTimeZone) };
  };

  const resolveOne = (
    row: Row,
    person: { id: string; userType: string } | undefined,
  ): Target<Member> | Problem => {
    if (row.scope === 'unit' || isUnitRole(row.role)) return { problem: 'not_supported', field: 'scope' };
    // Only assistants are limited to sections.
    if (row.scope === 'section' && row.role !== 'assistant')
      return { problem: 'not_supported', field: 'scope' };
    const section = row.scope === 'section' ? sections.get(row.scopeId) : undefined;
    const key = section?.courseId ?? courseIds.get(row.scopeId);
    if (key === undefined)
      return { problem: row.scope === 'section' ? 'unknown_section' : 'unknown_course', field: 'scopeId' };
    if (!person) return { problem: 'unknown_person', field: 'person' };
    if (person.userType !== 'TEACHER') return { problem: 'not_a_teacher', field: 'person' };
    const { firstDay, lastDay, role } = row;
    if (firstDay !== undefined && lastDay !== undefined && lastDay < firstDay)
      return { problem: 'days_reversed', field: 'lastDay' };
    const member = toMember(row, person.id);
    const limited = section ? { ...member, sectionIds: [section.sectionId] } : member;
    // A person has one role in a course, in all of it or in some sections, and a course one owner.
    const terms = { ...member, isLimited: section !== undefined };
    for (const place of [`${key} ${person.id}`, ...(role === 'owner' ? [key] : [])]) {
      if (!isDeepStrictEqual(members.get(place) ?? terms, terms))
        return { problem: 'repeated', field: 'role' };
      members.set(place, terms);
    }
    return { key, row: limited };
  };

  const writeOne = async (
    { key, before, after }: Change<StaffState>,
    author: string,
  ): Promise<Problem | undefined> => {
    const course = await courses.find(key);
    if (!course || !after || !isDeepStrictEqual(stateOf(course), before)) return conflict;
    const addedAt = createdAt.toISOString();
    const staff = after.staff.map((member) => {
      const known = course.staff?.find(({ userId }) => userId === member.userId);
      const { addedBy, addedAt: at } = known ?? { addedBy: author, addedAt };
      return { ...member, addedBy, addedAt: at };
    });
    const { staff: _staff, ...others } = course;
    const changed: Course = {
      ...others,
      ...(staff.length > 0 && { staff }),
      ...(after.owner !== course.teacherId && { teacherId: after.owner, ownerSince: addedAt }),
      version: course.version + 1,
    };
    return (await courses.change(changed, { bulk: true })) === true ? undefined : conflict;
  };

  return defineKind<Row, Member, StaffState>({
    schema: rowSchema,
    batchSize: 100,
    refersToItself: true,
    resolve: async (rows) => {
      await findCourses(rows.flatMap(({ scope, scopeId }) => (scope === 'course' ? scopeId : [])));
      await findSections(rows.flatMap(({ scope, scopeId }) => (scope === 'section' ? scopeId : [])));
      const people = await findPeople(rows.map(({ person }) => person));
      return rows.map((row, index) => resolveOne(row, people[index]));
    },
    load: async (keys) => {
      const found = await courses.list({ ids: keys }, { limit: keys.length });
      for (const { teacherId } of found) await isAdministrator(teacherId);
      return new Map(found.map((course) => [course.id, stateOf(course)]));
    },
    fold: (state, stated) => {
      if (!state) return { problem: 'unknown_course', field: 'scopeId' };
      const { owner, staff } = state;
      const member = withSectionsOf(staff, stated);
      const others = staff.filter(({ userId }) => userId !== member.userId);
      if (member.role === 'owner') {
        if (owner === member.userId) return state;
        const former = administrators.get(owner) ? [] : [{ userId: owner, role: 'co-teacher' }];
        return { owner: member.userId, staff: [...former, ...others] };
      }
      if (owner === member.userId) return { problem: 'conflict', field: 'role' };
      if (staff.some((one) => isDeepStrictEqual(one, member))) return state;
      if (others.length + 1 >= MAX_STAFF) return { problem: 'conflict', field: 'scopeId' };
      const index = staff.findIndex(({ userId }) => userId === member.userId);
      return { owner, staff: index < 0 ? [...staff, member] : staff.with(index, member) };
    },
    write: async (changes) => {
      const problems = new Map<string, Problem>();
      for (const change of changes) {
        const problem = await writeOne(change, by);
        if (problem) problems.set(change.key, problem);
      }
      return problems;
    },
    countExisting: () => importedCourses.count(),
  });
};
