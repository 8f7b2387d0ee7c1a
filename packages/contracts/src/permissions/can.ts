import type { UserType } from '../auth/schemas.ts';
import type { StaffMember, StaffRole } from '../course/staff-schemas.ts';
import type { UnitRole } from '../course/unit-role-schemas.ts';
import type { UnitStaffMember } from '../course/unit-schemas.ts';
import { inSections, isCurrent, limitOf, type Staff } from './limits-of-roles.ts';

export type Role = StaffRole | UnitRole | 'administrator';

const TEACHING = ['owner', 'co-teacher', 'substitute'] as const;
/** Roles in a unit, which also apply in its courses. They cannot change what a teacher recorded. */
const UNIT_ADMINISTRATION = ['program-administrator', 'institution-administrator'] as const;
const EVERYBODY = [...TEACHING, 'assistant', 'auditor', ...UNIT_ADMINISTRATION] as const;

/**
 * The roles that each action needs. Everything else is denied. Students are members of a course, not staff: what they
 * may do follows from their enrollment.
 */
export const ROLES_OF = {
  /** See the course, its sessions, rosters, marks and reports, and export them. */
  readCourse: EVERYBODY,
  /** Show the code of a session, and the presence check with it. */
  showCode: [...TEACHING, 'assistant'],
  /** Set, correct and clear statuses on the roster; help students whose attempt to mark was rejected. */
  setStatuses: [...TEACHING, 'assistant'],
  /** Decide on flagged and disputed marks; see selfies and flag rates. */
  reviewMarks: TEACHING,
  /** Create, edit, end, cancel, confirm, reopen and delete sessions, with their policy. */
  manageSessions: [...TEACHING, ...UNIT_ADMINISTRATION],
  /** Approve, remove and restore students; set extra time. */
  manageStudents: [...TEACHING, ...UNIT_ADMINISTRATION],
  /** Details, session defaults and enrollment settings of the course; archive and restore. */
  changeCourse: ['owner', 'co-teacher', ...UNIT_ADMINISTRATION],
  deleteCourse: ['owner', ...UNIT_ADMINISTRATION],
  /** Add staff, change and remove others, hand the course over. */
  manageStaff: ['owner', ...UNIT_ADMINISTRATION],
  /** See a unit with the units below it: its courses, staff and changes, and today's sessions. */
  readUnit: [...UNIT_ADMINISTRATION, 'auditor', 'administrator'],
  /** Give roles in a unit and the units below it. */
  manageUnitStaff: ['institution-administrator', 'administrator'],
  /** Accounts, invite codes and requirements of the institution. */
  administer: ['administrator'],
} as const satisfies Record<string, readonly Role[]>;
export type Action = keyof typeof ROLES_OF;
const actions = Object.keys(ROLES_OF) as Action[];

export interface Actor {
  id: string;
  userType: UserType;
}
type UnitStaff = readonly UnitStaffMember[];

export interface Scope {
  staff: readonly Staff[];
  /** The sections that the object belongs to; missing if it belongs to the whole course. */
  sectionIds?: readonly string[] | undefined;
}
export const INSTITUTION: Scope = { staff: [] };

/** @param unitStaff the staff of the course's unit and of all units above it */
export const scopeOfCourse = (
  course: { teacherId: string; staff?: StaffMember[] | undefined },
  unitStaff: UnitStaff = [],
): Scope => ({
  staff: [{ userId: course.teacherId, role: 'owner' }, ...(course.staff ?? []), ...unitStaff],
});
/** @param staff of the unit and of all units above it */
export const scopeOfUnit = (staff: UnitStaff): Scope => ({ staff });

const reaches = (member: Staff, { sectionIds }: Scope): boolean =>
  limitOf(member)?.some((id) => sectionIds?.includes(id) ?? true) ?? true;

const currentIn = ({ id }: Actor, scope: Scope, now: Date): Staff[] =>
  scope.staff
    .filter((member) => member.userId === id && isCurrent(member, now) && reaches(member, scope))
    .map(inSections);

/** The roles that a person has in a scope now, without expired roles. */
export const rolesIn = (actor: Actor, scope: Scope, now: Date): string[] =>
  actor.userType === 'ADMIN' ? ['administrator'] : currentIn(actor, scope, now).map(({ role }) => role);

/** The role that allows the most actions, for pages that show only allowed actions. */
export const roleIn = (actor: Actor, scope: Scope, now: Date): string | undefined => {
  const countOf = (role: string) => actions.filter((action) => allows(role, action)).length;
  return rolesIn(actor, scope, now).toSorted((one, other) => countOf(other) - countOf(one))[0];
};

export const allows = (role: string | undefined, action: Action): boolean =>
  ROLES_OF[action].some((allowed) => allowed === role);

export const can = (actor: Actor, action: Action, scope: Scope, now: Date): boolean =>
  rolesIn(actor, scope, now).some((role) => allows(role, action));

/**
 * Returns the sections of a course in which a person's roles allow an action, or undefined for the whole
 * course. Callers limit students and sessions to these sections.
 */
export const sectionsFor = (actor: Actor, action: Action, scope: Scope, now: Date): string[] | undefined => {
  const limits = currentIn(actor, scope, now)
    .filter(({ role }) => allows(role, action))
    .map(limitOf);
  return limits.includes(undefined) ? undefined : limits.flatMap((sectionIds) => [...(sectionIds ?? [])]);
};

export interface PermittedCourses {
  courseIds: string[];
  /** The courses in which the roles are limited to sections, and the ids of those sections. */
  only?: { courseIds: string[]; sectionIds: string[] };
}
export const staffedCourses = (
  actor: Actor,
  action: Action,
  courses: readonly { id: string; scope: Scope }[],
  now: Date,
): PermittedCourses => {
  const permitted = courses.filter(({ scope }) => can(actor, action, scope, now));
  const limited = permitted
    .map(({ id, scope }) => ({ id, sectionIds: sectionsFor(actor, action, scope, now) }))
    .filter(({ sectionIds }) => sectionIds !== undefined);
  return {
    courseIds: permitted.map(({ id }) => id),
    ...(limited.length > 0 && {
      only: {
        courseIds: limited.map(({ id }) => id),
        sectionIds: limited.flatMap(({ sectionIds }) => sectionIds ?? []),
      },
    }),
  };
};
