import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, implementStream, notFound } from '@qr-attendance/server';
import { voidAbsences } from '../absences/void-absences.ts';
import type { Context } from '../context.ts';
import { markManually } from './mark-manually.ts';
import { answerDispute, disputeMark, reviewMark } from './review-mark.ts';

/** Looking at marks again: decisions, disputes, what came along, history, all that is kept. */
export const reviewRoutes = (context: Context): Implementation[] => [
  implement(routes.attendance.reviewMark, ({ caller, params, body }) =>
    reviewMark(context, caller.id, params.id, body),
  ),
  implement(routes.attendance.markManually, ({ caller, body }) => markManually(context, caller.id, body)),
  implement(routes.attendance.disputeMark, ({ caller, params, body }) =>
    disputeMark(context, caller.id, params.id, body.note),
  ),
  implement(routes.attendance.answerDispute, ({ caller, params, body }) =>
    answerDispute(context, caller.id, params.id, body.answer),
  ),
  implement(routes.attendance.voidAbsences, async ({ caller, body }) => ({
    voided: await voidAbsences(context, caller.id, body),
  })),
  implement(routes.attendance.getMarkHistory, async ({ caller, params }) => {
    const history = await context.readHistory(params.id, caller.id);
    if (!history) throw notFound('Mark');
    return history;
  }),
  implementStream(routes.attendance.getSelfie, async ({ caller, params, query, response }) => {
    const jpeg = await context.selfies.find(params.id, caller.id, query.picture ?? '1');
    if (!jpeg) throw notFound('Selfie');
    response.set({ 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' }).send(jpeg);
  }),
  implement(routes.attendance.getMyAttendanceData, async ({ caller }) => ({
    service: 'attendance' as const,
    exportedAt: context.clock().toISOString(),
    records: await context.personalData.read(caller.id),
  })),
];
