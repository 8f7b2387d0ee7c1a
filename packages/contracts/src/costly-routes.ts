import type { RouteContract } from './route.ts';
import { allRoutes, routes } from './routes.ts';

type RouteKey = Pick<RouteContract, 'method' | 'path'>;

const { attendance, auth, course, session } = routes;

/** They answer one object or change something, but read many records, or as many as the caller asks for. */
const READ_MANY: ReadonlySet<RouteKey> = new Set<RouteKey>([
  attendance.getRoster,
  attendance.getAttendanceTotals,
  attendance.getAnalyticsSummary,
  attendance.getCourseGrid,
  attendance.getCourseStudent,
  attendance.getFlagRates,
  attendance.getAllFlagRates,
  attendance.listChanges,
  attendance.getMyAttendanceData,
  auth.getMyAccountData,
  course.getMyCourseData,
  course.addStudents,
  course.inviteStudents,
  course.previewImportUndo,
  session.getMySessionData,
  session.getDayOverview,
  session.previewSeries,
  session.createSeries,
]);

/** They take seconds, so they wait in a queue of their own. */
const OWN_QUEUE: ReadonlySet<RouteKey> = new Set<RouteKey>([
  session.readCalendarFile,
  session.readCalendarFeed,
  attendance.exportAttendance,
  attendance.exportAllColumns,
  attendance.exportCourseGrid,
]);

/** Questions to an owner about as many people or classes as a caller names. */
const INTERNAL: ReadonlySet<RouteKey> = new Set<RouteKey>([
  auth.findStudentsInternal,
  auth.addStudentsInternal,
  auth.invitePeopleInternal,
  session.findTimetableInternal,
  session.findUsedClassesInternal,
  session.putTimetableInternal,
]);

const isList = ({ method, answer, access }: RouteContract): boolean =>
  method === 'get' && access !== 'internal' && access !== 'anyone' && answer._zod.def.type === 'array';

const SHARED_QUEUE: ReadonlySet<RouteKey> = new Set(
  allRoutes.filter((route) => isList(route) || READ_MANY.has(route)),
);

/** Whether a person has one of these in progress per service: every list, and what else reads many records. */
export const waitsForTurn = (route: RouteKey): boolean => SHARED_QUEUE.has(route);

/** Routes whose time-outs say nothing about the health of a service, because a caller can make them slow. */
export const isCostly = (route: RouteKey): boolean =>
  SHARED_QUEUE.has(route) || OWN_QUEUE.has(route) || INTERNAL.has(route);
