import { daySchema, objectIdSchema, routes, type Term } from '@qr-attendance/contracts';
import {
  answerPage,
  type Caller,
  implement,
  type Implementation,
  readCursor,
  type InternalClient,
  type Worker,
} from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import { z } from 'zod';
import { auditCourse } from '../../core/courses/audit-course.ts';
import { describeCourse } from '../../core/courses/describe-courses.ts';
import type { TermDocument } from '../../db/campus-models.ts';
import { copyCourse } from './copy-course.ts';
import { describeTerms } from './describe-terms.ts';
import { copyTermCourses, createTerm, deleteTerm, editTerm, setTermArchived } from './manage-terms.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { Courses } from '../../core/courses/courses.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { EnrollmentRequests } from '../../core/memberships/enrollment-requests.ts';
import type { TermCourses } from '../../core/courses/term-courses.ts';
import type { Terms } from '../../core/terms/terms.ts';
import type { Units } from '../../core/units/units.ts';

interface Stores {
  clock: () => Date;
  auditLog: AuditLog;
  courses: Courses;
  terms: Terms;
  termCourses: TermCourses;
  termWorker: Worker;
  units: Units;
  enrollments: Enrollments;
  requests: EnrollmentRequests;
  people: PeopleProjection;
  auth: InternalClient;
}

const positionSchema = z.tuple([daySchema, objectIdSchema]);

export const termRoutes = (context: Stores): Implementation[] => {
  const describe = async (caller: Caller, term: TermDocument): Promise<Term> => {
    const [described] = await describeTerms(context, caller, [term]);
    return described as Term;
  };
  return [
    implement(routes.course.listTerms, async ({ caller, query, response }) => {
      const { limit, cursor, search } = query;
      const after = readCursor(positionSchema, cursor);
      const rows = await context.terms.list({ limit: limit + 1, after, search });
      const shown = answerPage(response, rows, limit, ({ firstDay, _id }) => [firstDay, _id.toHexString()]);
      return describeTerms(context, caller, shown);
    }),
    implement(routes.course.createTerm, async ({ caller, body }) =>
      describe(caller, await createTerm(context, caller.id, body)),
    ),
    implement(routes.course.editTerm, async ({ caller, params, body }) =>
      describe(caller, await editTerm(context, caller.id, params.id, body)),
    ),
    implement(routes.course.deleteTerm, ({ caller, params }) => deleteTerm(context, caller.id, params.id)),
    implement(routes.course.archiveTerm, async ({ caller, params }) =>
      describe(caller, await setTermArchived(context, caller.id, params.id, true)),
    ),
    implement(routes.course.restoreTerm, async ({ caller, params }) =>
      describe(caller, await setTermArchived(context, caller.id, params.id, false)),
    ),
    implement(routes.course.copyTermCourses, async ({ caller, params, body }) =>
      describe(caller, await copyTermCourses(context, caller.id, params.id, body.from)),
    ),
    implement(routes.course.copyCourse, async ({ caller, params, body }) => {
      const copy = await copyCourse(context, caller, params.id, body.termId);
      await auditCourse(context, caller, copy, { action: 'course_copied' }, copy.id);
      return describeCourse(context, caller, copy);
    }),
  ];
};
