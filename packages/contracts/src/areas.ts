import type { UserType } from './auth/schemas.ts';

// This module has no imports at run time, because the inline script of the shell's page also contains this module.

interface Area {
  /** Only users of this type may enter the area. If omitted, every signed-in user may enter. */
  userType?: UserType;
  /**
   * Teachers with a role in a unit may enter too; the course service reports that role (`GET
   * /api/units/own-roles`).
   */
  unitStaff?: true;
}

/**
 * The areas of the web app that are remotes: `mfe-<name>` has all pages below `/<name>`. Every other list of
 * areas derives from this one or is compared with it by a test (docs/guide/add-a-remote.md).
 */
const list = {
  student: { userType: 'STUDENT' },
  teacher: { userType: 'TEACHER' },
  admin: { userType: 'ADMIN', unitStaff: true },
  attendance: {},
} as const satisfies Record<string, Area>;

export type AreaName = keyof typeof list;
export const areas: Readonly<Record<AreaName, Area>> = list;
export const areaNames = Object.keys(list) as AreaName[];

export const areaOfPath = (path: string): AreaName | undefined => {
  const first = path.split('/')[1];
  return areaNames.find((name) => name === first);
};

const areaOf: Record<UserType, AreaName> = { STUDENT: 'student', TEACHER: 'teacher', ADMIN: 'admin' };
export const areaOfUserType = (userType: UserType): AreaName => areaOf[userType];

const stepsOf = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * Returns whether a path leads to a page of a remote.
 * @param page path below the area, such as `` or `courses/:id`
 * @param path path with the area, such as `/teacher/courses/7`
 */
export const matchesPage = (page: string, path: string): boolean => {
  const parts = stepsOf(page);
  const steps = stepsOf(path).slice(1);
  return parts.length === steps.length && parts.every((part, at) => part[0] === ':' || part === steps[at]);
};
