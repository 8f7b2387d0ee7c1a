import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, implementStream, notFound } from '@qr-attendance/server';
import { parseRecordId } from '../attendance/record-id.ts';
import type { ReadEvidence } from './evidence.ts';
import type { ReadHistory } from './history.ts';
import { answerDispute, disputeMark, reviewMark, type Reviewing } from './review-mark.ts';

interface ReviewRoutes extends Reviewing {
  evidence: ReadEvidence;
  readHistory: ReadHistory;
}

export const reviewRoutes = (context: ReviewRoutes): Implementation[] => [
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
      await context.owners.findSessionFor(key.sessionId, caller, 'readCourse', {
        what: 'Mark',
        student: key.studentId,
      });
    const history = await context.readHistory(key);
    if (!history) throw notFound('Mark');
    return history;
  }),
  implement(routes.attendance.listFlaggedAttempts, async ({ caller, query }) => {
    const session = await context.owners.findSessionFor(query.sessionId, caller, 'readCourse');
    return context.evidence.listAttempts(session.id, session.visible);
  }),
  implementStream(routes.attendance.getSelfie, async ({ caller, params, query, response }) => {
    const key = parseRecordId(params.id);
    await context.owners.findSessionFor(key.sessionId, caller, 'reviewMarks', {
      what: 'Selfie',
      student: key.studentId,
    });
    const jpeg = await context.evidence.findSelfie(key, query.picture ?? '1');
    if (!jpeg) throw notFound('Selfie');
    response.set({ 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' }).send(jpeg);
  }),
];
