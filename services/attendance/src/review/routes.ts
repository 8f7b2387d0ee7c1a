import { routes } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { implement, type Implementation, notFound } from '@qr-attendance/server';
import type { MarkFlags } from './mark-flags.ts';
import type { ReadHistory } from './mark-history.ts';
import type { ReadPersonalData } from '../privacy/personal-data.ts';
import type { AnswerDispute, DisputeMark } from './dispute-mark.ts';
import type { MarkManually } from './mark-manually.ts';
import type { ReviewMark } from './review-mark.ts';

interface Deps {
  reviewMark: ReviewMark;
  markManually: MarkManually;
  disputeMark: DisputeMark;
  answerDispute: AnswerDispute;
  markFlags: Pick<MarkFlags, 'attempts'>;
  readHistory: ReadHistory;
  readPersonalData: ReadPersonalData;
  findSession: (id: string) => Promise<SessionChanged | undefined>;
}

/** Looking at marks again: decisions, disputes, history, all that is kept. */
export const makeReviewRoutes = (deps: Deps): Implementation[] => [
  implement(routes.attendance.reviewMark, ({ caller, params, body }) =>
    deps.reviewMark(caller.id, params.id, body),
  ),
  implement(routes.attendance.markManually, ({ caller, body }) => deps.markManually(caller.id, body)),
  implement(routes.attendance.listFlaggedAttempts, async ({ caller, query }) => {
    const session = await deps.findSession(query.sessionId);
    if (session?.teacherId !== caller.id) throw notFound('Session');
    return deps.markFlags.attempts(session.id);
  }),
  implement(routes.attendance.getMarkHistory, async ({ caller, params }) => {
    const history = await deps.readHistory(params.id, caller.id);
    if (!history) throw notFound('Mark');
    return history;
  }),
  implement(routes.attendance.getMyAttendanceData, async ({ caller }) => ({
    service: 'attendance' as const,
    exportedAt: new Date().toISOString(),
    records: await deps.readPersonalData(caller.id),
  })),
  implement(routes.attendance.disputeMark, ({ caller, params, body }) =>
    deps.disputeMark(caller.id, params.id, body.note),
  ),
  implement(routes.attendance.answerDispute, ({ caller, params, body }) =>
    deps.answerDispute(caller.id, params.id, body.answer),
  ),
];
