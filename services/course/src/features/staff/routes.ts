import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, type InternalClient } from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import { addStaff, changeStaff, handOver, removeStaff } from './manage-staff.ts';
import { listStaff } from './read-staff.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { CourseStatementStore } from '../../core/courses/course-statements.ts';
import type { Courses } from '../../core/courses/courses.ts';
import type { StaffLookups } from '../../core/staff/staff-lookups.ts';
import type { PermittedCourses } from '../../core/staff/staffed-courses.ts';

interface Stores {
  clock: () => Date;
  auditLog: AuditLog;
  courses: Courses;
  courseStatements: CourseStatementStore;
  staffLookups: StaffLookups;
  staffedCourses: PermittedCourses;
  campusTimeZone: string;
  people: PeopleProjection;
  auth: InternalClient;
}

export const staffRoutes = (context: Stores): Implementation[] => [
  implement(routes.course.listStaff, ({ caller, params }) => listStaff(context, caller, params.id)),
  implement(routes.course.addStaff, ({ caller, params, body }) => addStaff(context, caller, params.id, body)),
  implement(routes.course.changeStaff, ({ caller, params, body }) =>
    changeStaff(context, caller, params, body),
  ),
  implement(routes.course.removeStaff, ({ caller, params }) => removeStaff(context, caller, params)),
  implement(routes.course.handOverCourse, ({ caller, params }) => handOver(context, caller, params)),
];
