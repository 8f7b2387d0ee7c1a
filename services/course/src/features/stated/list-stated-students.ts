import { can, sectionsFor, type StatedStudent, type StatedStudentFilter } from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { Caller, InternalClient } from '@qr-attendance/server';
import { findCourseFor } from '../../core/courses/find-course-for.ts';
import type { Course, Courses } from '../../core/courses/courses.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import { createCampusDays } from '../../core/memberships/rules/period-days.ts';
import {
  type FindRestatements,
  membershipStatementKey,
  withLastRestatements,
} from '../../core/memberships/rules/restatements.ts';
import {
  isStatedInSection,
  memberSources,
  type MemberSource,
  type CurrentStatedMember,
} from '../../core/memberships/rules/member-sources.ts';

interface Deps {
  courses: Courses;
  enrollments: Enrollments;
  people: PeopleProjection;
  auth: InternalClient;
  importRuns: { findRestatements: FindRestatements };
  clock: () => Date;
  campusTimeZone: string;
}
type Compare = (stated: CurrentStatedMember) => MemberSource[];

interface Query {
  filter?: StatedStudentFilter | undefined;
  sectionId?: string | undefined;
  studentIds?: string[] | undefined;
}

export type StatedPosition = [id: string, place: number];

interface Row {
  position: StatedPosition;
  studentId: string;
  stated: CurrentStatedMember;
}

const isWanted = (found: MemberSource, filter: StatedStudentFilter | undefined): boolean => {
  switch (filter) {
    case 'not_stated':
      return found.onRoster && !isStatedInSection(found);
    case 'not_on_roster':
      return !found.onRoster;
    case undefined:
      return true;
  }
};

const readableRows = async (
  context: Deps,
  caller: Caller,
  course: Course,
  { filter, sectionId }: Query,
): Promise<(found: MemberSource) => boolean> => {
  const now = context.clock();
  const scope = (await context.courses.scopesOf([course]))(course);
  const only = sectionsFor(caller, 'readCourse', scope, now);
  const manages = can(caller, 'manageStudents', scope, now);
  return (found) =>
    isWanted(found, filter) &&
    (found.onRoster || manages) &&
    (only?.includes(found.sectionId) ?? true) &&
    (sectionId === undefined || found.sectionId === sectionId);
};

const createCompare = ({ clock, campusTimeZone: zone }: Deps, course: Course) => {
  const names = new Map(course.sections.map(({ id, name }) => [id, name]));
  const days = createCampusDays(zone);
  return (stated: CurrentStatedMember): MemberSource[] =>
    memberSources(stated, clock(), days, (sectionId) => names.get(sectionId));
};

/** Reads memberships until the page is full, because the database cannot evaluate the rules of statements. */
const readRows = async (
  { enrollments }: Deps,
  course: Course,
  { compare, isShown }: { compare: Compare; isShown: (found: MemberSource) => boolean },
  { studentIds, limit, after }: Query & { limit: number; after: StatedPosition | undefined },
): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const read of enrollments.readStated(course.id, { from: after?.[0], studentIds })) {
    const { id, studentId, ...enrollment } = read.enrollment;
    const stated = { ...enrollment, statements: read.statements };
    for (const [place, found] of compare(stated).entries())
      if (isShown(found) && (id !== after?.[0] || place > after[1]))
        rows.push({ position: [id, place], studentId, stated });
    if (rows.length >= limit) break;
  }
  return rows.slice(0, limit);
};

/**
 * Adds the last run that stated each row, because an import does not write repeated statements to the
 * membership.
 */
const withLastRuns = async ({ importRuns }: Deps, { id: courseId }: Course, rows: Row[]): Promise<Row[]> => {
  const restatements = await importRuns.findRestatements(
    rows.flatMap(({ studentId, stated: { statements } }) =>
      Object.keys(statements).map((sectionId) => membershipStatementKey({ courseId, studentId }, sectionId)),
    ),
  );
  return rows.map(({ studentId, stated, ...row }) => {
    const statements = withLastRestatements({ courseId, studentId }, stated.statements, restatements);
    return { ...row, studentId, stated: { ...stated, statements } };
  });
};

export const listStatedStudents = async (
  context: Deps,
  caller: Caller,
  courseId: string,
  query: Query & { limit: number; after: StatedPosition | undefined },
): Promise<(StatedStudent & { position: StatedPosition })[]> => {
  const action = query.filter === 'not_on_roster' ? 'manageStudents' : 'readCourse';
  const course = await findCourseFor(context, caller, action, courseId);
  const isShown = await readableRows(context, caller, course, query);
  const compare = createCompare(context, course);
  const rows = await readRows(context, course, { compare, isShown }, query);
  const named = await withLastRuns(context, course, rows);
  const names = await findNames(
    context,
    rows.map(({ studentId }) => studentId),
  );
  return named.flatMap(({ position, studentId, stated }) => {
    const found = compare(stated)[position[1]];
    return found
      ? { position, student: { _id: studentId, name: names.get(studentId) ?? null }, ...found }
      : [];
  });
};
