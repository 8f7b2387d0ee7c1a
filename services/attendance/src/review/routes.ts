import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, implementStream, notFound } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { parseRecordId } from '../attendance/record-id.ts';
import type { Owners } from '../projections/owners.ts';
import { findSelfie, listAttempts } from './evidence.ts';
import { readHistory } from './history.ts';
import { answerDispute, disputeMark, reviewMark, type Reviewing } from './review-mark.ts';

export const reviewRoutes = (
  context: Reviewing & { pool: Pool; owners: Pick<Owners, 'findSessionFor'> },
): Implementation[] => [
  implement(routes.attendance.reviewMark, ({ caller, params, body }) =>
    reviewMark(context, caller, params.id, body),
  ),
  implement(routes.attendance.disputeMark, ({ caller, params, body }) =>
    disputeMark(context, caller.id, params.id, body.note),
  ),
  implement(routes.attendance.answerDispute, ({ caller, params, body }) =>
    answerDispute(context, caller, params.id, body.answer),
  ),
  implement(routes.attendance.getMarkHistory, async ({ caller, params }) => {
    const key = parseRecordId(params.id);
    if (key.studentId !== caller.id)
      await context.owners.findSessionOfRecord(key, caller, 'readCourse', 'Mark');
    const history = await readHistory(context.pool, key);
    if (!history) throw notFound('Mark');
    return history;
  }),
  implement(routes.attendance.listFlaggedAttempts, async ({ caller, query }) => {
    const session = await context.owners.findSessionFor(query.sessionId, caller, 'readCourse');
    return listAttempts(context.pool, session.id, session.visible);
  }),
  implementStream(routes.attendance.getSelfie, async ({ caller, params, query, response }) => {
    const key = parseRecordId(params.id);
    await context.owners.findSessionOfRecord(key, caller, 'reviewMarks', 'Selfie');
    const jpeg = await findSelfie(context.pool, key, query.picture ?? '1');
    if (!jpeg) throw notFound('Selfie');
    response.set({ 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' }).send(jpeg);
  }),
];
