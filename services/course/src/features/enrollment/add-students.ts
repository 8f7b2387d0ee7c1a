import {
  type AnswerOf,
  emailSchema,
  type RosterAddition,
  type RosterLine,
  type RosterOutcome,
  routes,
} from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import { type Caller, temporarilyUnavailable, type InternalClient } from '@qr-attendance/server';
import { findCourseFor } from '../../core/courses/find-course-for.ts';
import { sectionToJoin } from '../../core/courses/rules/sections.ts';
import { isSameName } from '../../core/memberships/rules/is-same-name.ts';
import { requireNotArchived } from './enroll.ts';
import { setMemberships } from './set-memberships.ts';
import type { Courses } from '../../core/courses/courses.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { EnrollmentRequests } from '../../core/memberships/enrollment-requests.ts';
import type { RosterLimits } from './roster-limits.ts';

interface Deps {
  courses: Courses;
  enrollments: Enrollments;
  requests: EnrollmentRequests;
  auth: InternalClient;
  people: PeopleProjection;
  rosterLimits: RosterLimits;
  clock: () => Date;
}

interface LineMatch {
  id?: string | undefined;
  outcome: RosterOutcome;
}

/** The person to create if a line matches nobody; undefined without a name and an address. */
const newPersonOf = ({ person, name, email }: RosterLine): { name: string; email: string } | undefined => {
  const address = email ?? emailSchema.safeParse(person).data;
  return name !== undefined && address !== undefined ? { name, email: address } : undefined;
};

const findKnown = async ({ auth }: Pick<Deps, 'auth'>, lines: RosterLine[]): Promise<(string | null)[]> => {
  // A line may have an unknown id and a known address.
  const people = lines.flatMap(({ person, email = person }) => [person, email]);
  const found: (string | null)[] = [];
  for (let start = 0; start < people.length; start += LOOKUPS) {
    const body = { people: people.slice(start, start + LOOKUPS) };
    found.push(...((await auth.post(routes.auth.findStudentsInternal, { body })) ?? refuse()));
  }
  return lines.map((_line, index) => found[2 * index] ?? found[2 * index + 1] ?? null);
};
const LOOKUPS = 400;
/** Maximum number of people per request, so that a busy service can respond in time. */
const CREATED_AT_ONCE = 50;

const refuse = (): never => {
  throw temporarilyUnavailable();
};

/**
 * Counts lines that could be guesses: those that match nobody, and numbers without the student's name. A
 * number with the right name reveals nothing new.
 */
const countNameless = async (
  context: Deps,
  caller: Caller,
  lines: RosterLine[],
  personIds: (string | null)[],
): Promise<void> => {
  const names = await findNames(
    context,
    personIds.flatMap((id) => id ?? []),
  );
  const count = lines.filter((line, index) => {
    const id = personIds[index] ?? null;
    if (id === null) return newPersonOf(line) === undefined;
    if (line.person.includes('@')) return false;
    return line.name === undefined || !isSameName(line.name, names.get(id) ?? '');
  }).length;
  if (count > 0) await context.rosterLimits.countNameless(caller, count);
};

const findOrCreate = async (
  context: Deps,
  caller: Caller,
  lines: RosterLine[],
  preview: boolean,
): Promise<LineMatch[]> => {
  const { auth, rosterLimits } = context;
  const personIds = await findKnown(context, lines);
  await countNameless(context, caller, lines, personIds);
  const people = lines.flatMap((line, index) => (personIds[index] === null ? (newPersonOf(line) ?? []) : []));
  const post = async (isPreview: boolean) => {
    const createdPeople: AnswerOf<typeof routes.auth.addStudentsInternal> = [];
    for (let start = 0; start < people.length; start += CREATED_AT_ONCE) {
      const body = {
        people: people.slice(start, start + CREATED_AT_ONCE),
        by: caller.id,
        preview: isPreview,
      };
      createdPeople.push(...((await auth.post(routes.auth.addStudentsInternal, { body })) ?? refuse()));
    }
    return createdPeople;
  };
  const planned = await post(true);
  const newCount = planned.filter(({ isNew }) => isNew).length;
  if (!preview && newCount > 0) await rosterLimits.countPeople(caller, newCount);
  const created = preview || newCount === 0 ? planned : await post(false);
  let next = 0;
  return lines.map((line, index): LineMatch => {
    const id = personIds[index];
    if (id) return { id, outcome: 'added' };
    if (!newPersonOf(line)) return { outcome: 'unknown' };
    const person = created[next];
    next += 1;
    if (person?.code === 'email_unverified') return { outcome: 'email_unverified' };
    if (person?.code) return { outcome: 'email_taken' };
    return { id: person?.id, outcome: person?.isNew ? 'created' : 'added' };
  });
};

const withoutRepeated = (matches: LineMatch[], lines: RosterLine[]): LineMatch[] => {
  const keys = new Set<string>();
  return matches.map((one, index) => {
    const line = lines[index];
    const email = line && newPersonOf(line)?.email.toLowerCase();
    const key = one.id ?? (one.outcome === 'created' ? email : undefined);
    if (key === undefined) return one;
    if (keys.has(key)) return { outcome: 'repeated' };
    keys.add(key);
    return one;
  });
};

/**
 * Adds known students, and creates people without an account for lines with a name and an address. Neither
 * changes nor returns data about existing people.
 * @returns the outcomes of the lines, and the ids of their people
 */
export const addStudents = async (
  context: Deps,
  caller: Caller,
  courseId: string,
  { lines, sectionId, preview }: RosterAddition,
): Promise<{ outcomes: RosterOutcome[]; ids: string[] }> => {
  const course = await findCourseFor(context, caller, 'manageStudents', courseId);
  // The course is checked before anybody is created.
  requireNotArchived(course);
  const section = sectionToJoin(course, sectionId);
  await context.rosterLimits.countLines(caller, lines.length);
  const matches = withoutRepeated(await findOrCreate(context, caller, lines, preview), lines);
  const ids = matches.flatMap(({ id }) => id ?? []);
  const before = await context.enrollments.findMany(courseId, ids);
  const isPresent = (id: string | undefined) => id !== undefined && before.get(id)?.active === true;
  const missing = ids.filter((id) => !isPresent(id));
  if (!preview && missing.length > 0) {
    const rows = missing.map((studentId) => ({ studentId, sectionId: section, unasked: true as const }));
    await setMemberships(context, courseId, rows, caller.id);
  }
  if (!preview) await context.requests.remove(courseId, ids);
  const outcomes = matches.map(({ id, outcome }) => (isPresent(id) ? 'present' : outcome));
  return { outcomes, ids };
};

const INVITED_AT_ONCE = 100;

/** Skips people with an account, so a request that failed halfway can be repeated. */
export const inviteAll = async ({ auth }: { auth: InternalClient }, ids: string[], by: string) => {
  const counts: Record<string, number> = {};
  for (let start = 0; start < ids.length; start += INVITED_AT_ONCE) {
    const body = { ids: ids.slice(start, start + INVITED_AT_ONCE), by };
    const results = (await auth.post(routes.auth.invitePeopleInternal, { body })) ?? refuse();
    for (const result of results) counts[result] = (counts[result] ?? 0) + 1;
  }
  return { queued: counts['queued'] ?? 0, limited: counts['limited'] ?? 0 };
};

/** Skips people with an account and people who are not on the roster. */
export const inviteStudents = async (
  context: { courses: Courses; enrollments: Enrollments; auth: InternalClient; clock: () => Date },
  caller: Caller,
  courseId: string,
  studentIds: string[] | undefined,
): Promise<{ queued: number; limited: number }> => {
  await findCourseFor(context, caller, 'manageStudents', courseId);
  const onRoster = (await context.enrollments.studentsOf([courseId])).get(courseId) ?? [];
  const wanted = studentIds && new Set(studentIds);
  const ids = onRoster.filter((id) => !wanted || wanted.has(id));
  return inviteAll(context, ids, caller.id);
};
