import { daySchema, objectIdSchema, routes, type Term } from '@qr-attendance/contracts';
import { answerPage, type Caller, implement, type Implementation, readCursor } from '@qr-attendance/server';
import { z } from 'zod';
import { auditCourse } from '../../core/courses/audit-course.ts';
import type { Context } from '../../context.ts';
import { describeCourse } from '../courses/read-courses.ts';
import type { TermDocument } from '../../db/campus-models.ts';
import { copyCourse } from './copy-course.ts';
import { describeTerms } from './describe-terms.ts';
import { copyTermCourses, createTerm, deleteTerm, editTerm, setTermArchived } from './manage-terms.ts';

const positionSchema = z.tuple([daySchema, objectIdSchema]);

export const termRoutes = (context: Context): Implementation[] => {
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
