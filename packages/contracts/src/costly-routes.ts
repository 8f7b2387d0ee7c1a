import type { RouteContract } from './route.ts';
import { allRoutes, routes } from './routes.ts';

type RouteKey = Pick<RouteContract, 'method' | 'path'>;

const { attendance, auth, course, session } = routes;

/** Routes that return no list but read many records, or as many records as the caller names. */
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

/** Routes that take seconds and therefore have a separate queue. */
const OWN_QUEUE: ReadonlySet<RouteKey> = new Set<RouteKey>([
  session.readCalendarFile,
  session.readCalendarFeed,
  attendance.exportAttendance,
  attendance.exportAllColumns,
  attendance.exportCourseGrid,
]);

/** Internal routes whose cost depends on the number of people or classes that the caller names. */
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

/**
 * Whether a person can have only one request to these routes in progress per service: lists, and other routes
 * that read many records.
 */
export const waitsForTurn = (route: RouteKey): boolean => SHARED_QUEUE.has(route);

/** Routes whose time-outs do not show that a service is unhealthy, because a caller can make them slow. */
export const isCostly = (route: RouteKey): boolean =>
  SHARED_QUEUE.has(route) || OWN_QUEUE.has(route) || INTERNAL.has(route);
