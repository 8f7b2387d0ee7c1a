import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, implementStream, notFound } from '@qr-attendance/server';
import type { Attendance } from '../attendance/create-attendance.ts';
import { parseRecordId } from '../attendance/record-id.ts';
import type { Owners } from '../projections/owners.ts';
import type { ReadHistory } from './history.ts';
import { answerDispute, disputeMark, reviewMark, type Reviewing } from './review-mark.ts';

interface ReviewRoutes extends Reviewing {
  attendance: Reviewing['attendance'] & Pick<Attendance, 'findSelfie' | 'listAttempts'>;
  readHistory: ReadHistory;
  owners: Pick<Owners, 'findSessionOf'>;
}

export const reviewRoutes = (context: ReviewRoutes): Implementation[] => [
  implement(routes.attendance.reviewMark, ({ caller, params, body }) =>
    reviewMark(context, caller.id, params.id, body),
  ),
  implement(routes.attendance.disputeMark, ({ caller, params, body }) =>
    disputeMark(context, caller.id, params.id, body.note),
  ),
  implement(routes.attendance.answerDispute, ({ caller, params, body }) =>
    answerDispute(context, caller.id, params.id, body.answer),
  ),
  implement(routes.attendance.getMarkHistory, async ({ caller, params }) => {
    const history = await context.readHistory(parseRecordId(params.id), caller.id);
    if (!history) throw notFound('Mark');
    return history;
  }),
  implement(routes.attendance.listFlaggedAttempts, async ({ caller, query }) => {
    const session = await context.owners.findSessionOf(query.sessionId, caller.id);
    return context.attendance.listAttempts(session.id);
  }),
  implementStream(routes.attendance.getSelfie, async ({ caller, params, query, response }) => {
    const jpeg = await context.attendance.findSelfie(
      parseRecordId(params.id),
      caller.id,
      query.picture ?? '1',
    );
    if (!jpeg) throw notFound('Selfie');
    response.set({ 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' }).send(jpeg);
  }),
];
