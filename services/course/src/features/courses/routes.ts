import { objectIdSchema, routes, type EnrollmentMode } from '@qr-attendance/contracts';
import {
  answerPage,
  type Caller,
  implement,
  type Implementation,
  notFound,
  readCursor,
  type InternalClient,
} from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { Response } from 'express';
import { z } from 'zod';
import { auditCourse } from '../../core/courses/audit-course.ts';
import { createCourse, editCourse, setArchived, updateCourse } from '../../core/courses/change-courses.ts';
import { addSection, editSection } from './change-sections.ts';
import { addSources } from '../../core/courses/course-sources.ts';
import type { CourseStatementStore } from '../../core/courses/course-statements.ts';
import { deleteCourse } from './delete-course.ts';
import { describeCourse, describeCourses } from '../../core/courses/describe-courses.ts';
import { getCourse, listAvailableCourses, listCourses } from './read-courses.ts';
import type { CourseAccess } from '../../core/memberships/enrollment-keys.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { Courses } from '../../core/courses/courses.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { EnrollmentRequests } from '../../core/memberships/enrollment-requests.ts';
import type { PermittedCourses } from '../../core/staff/staffed-courses.ts';
import type { TermCourses } from '../../core/courses/term-courses.ts';
import type { Terms } from '../../core/terms/terms.ts';
import type { Units } from '../../core/units/units.ts';

interface Stores {
  clock: () => Date;
  auditLog: AuditLog;
  courses: Courses;
  courseStatements: CourseStatementStore;
  terms: Terms;
  termCourses: TermCourses;
  units: Units;
  enrollments: Enrollments;
  access: CourseAccess;
  requests: EnrollmentRequests;
  staffedCourses: PermittedCourses;
  newCourseEnrollment: EnrollmentMode;
  people: PeopleProjection;
  auth: InternalClient;
  sessionService: InternalClient | undefined;
}

const positionSchema = z.tuple([z.string(), objectIdSchema]);

export const courseRoutes = (context: Stores): Implementation[] => {
  const page = async (
    list: typeof listCourses,
    caller: Caller,
    { limit, cursor, search }: { limit: number; cursor?: string; search?: string },
    response: Response,
  ) => {
    const position = readCursor(positionSchema, cursor);
    const after = position && { code: position[0], id: position[1] };
    const rows = await list(context, caller, { limit: limit + 1, after, search });
    const shown = answerPage(response, rows, limit, ({ code, id }) => [code, id]);
    return describeCourses(context, caller, shown);
  };

  return [
    implement(routes.course.listCourses, ({ caller, query, response }) =>
      page(listCourses, caller, query, response),
    ),
    implement(routes.course.listAvailableCourses, ({ caller, query, response }) =>
      page(listAvailableCourses, caller, query, response),
    ),
    implement(routes.course.createCourse, async ({ caller, body, once }) => {
      const course = await createCourse(context, caller, body, once);
      await auditCourse(context, caller, course, { action: 'course_created' }, course.id);
      return describeCourse(context, caller, course);
    }),
    implement(routes.course.getCourse, async ({ caller, params }) => {
      const course = await getCourse(context, caller, params.id);
      return addSources(context, course, await describeCourse(context, caller, course));
    }),
    implement(routes.course.updateCourse, async ({ caller, params, body }) =>
      describeCourse(context, caller, await updateCourse(context, caller, params.id, body.sessionDefaults)),
    ),
    implement(routes.course.editCourse, async ({ caller, params, body }) =>
      describeCourse(context, caller, await editCourse(context, caller, params.id, body)),
    ),
    implement(routes.course.archiveCourse, async ({ caller, params }) =>
      describeCourse(context, caller, await setArchived(context, caller, params.id, true)),
    ),
    implement(routes.course.restoreCourse, async ({ caller, params }) =>
      describeCourse(context, caller, await setArchived(context, caller, params.id, false)),
    ),
    implement(routes.course.deleteCourse, ({ caller, params }) => deleteCourse(context, caller, params.id)),
    implement(routes.course.addSection, async ({ caller, params, body }) =>
      describeCourse(context, caller, await addSection(context, caller, params.id, body.name)),
    ),
    implement(routes.course.editSection, async ({ caller, params: { id, sectionId }, body }) =>
      describeCourse(context, caller, await editSection(context, caller, { courseId: id, sectionId }, body)),
    ),
    implement(routes.course.getCourseInternal, async ({ params }) => {
      const course = await context.courses.find(params.id);
      if (!course) throw notFound('Course');
      return course;
    }),
  ];
};
