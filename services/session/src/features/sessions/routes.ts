import { routes } from '@qr-attendance/contracts';
import type { PowerNotices } from '@qr-attendance/messaging/mongo';
import { answerPage, implement, type Implementation } from '@qr-attendance/server';
import type { CurrentCodes } from '../../core/codes/current-codes.ts';
import type { SeriesStore } from '../../core/series/series.ts';
import type { AssembleDeps } from '../../core/sessions/assemble-session.ts';
import type { Sessions } from '../../core/sessions/sessions.ts';
import { createSession, getSessionDefaults, mayShowCode } from './create-session.ts';
import { cancelSession, confirmSession, deleteSession, reopenSession } from './cancel-session.ts';
import { editSession } from './edit-session.ts';
import { endSession } from './end-session.ts';
import {
  describeSession,
  describeSessions,
  type DescribeDeps,
} from '../../core/sessions/describe-sessions.ts';
import { getSession, getSessionInternal, listSessions } from './read-sessions.ts';
import { presentCode } from '../../core/sessions/rules/session-answers.ts';
import { moveSession } from './move-session.ts';
import { readPosition, writePosition } from '../../core/sessions/session-cursor.ts';
import { toSessionChanged } from '../../core/sessions/rules/session.ts';

interface Stores extends AssembleDeps, DescribeDeps {
  sessions: Sessions;
  series: SeriesStore;
  currentCodes: CurrentCodes;
  powerNotices: PowerNotices;
  openEndedMs: number;
}

export const sessionRoutes = (context: Stores): Implementation[] => [
  implement(routes.session.createSession, async ({ caller, body, once }) => {
    const session = await createSession(context, caller, body, once);
    const described = await describeSession(context, caller, session);
    // The specification requires the code, even if the session opens later.
    const showsCode = await mayShowCode(context, caller, session);
    return { ...described, ...(showsCode ? presentCode(session, context.clock()) : {}) };
  }),
  implement(routes.session.listSessions, async ({ caller, query, response }) => {
    const { cursor, limit, ...filter } = query;
    const wanted = { ...filter, limit: limit + 1, after: readPosition(cursor) };
    const rows = await listSessions(context, caller, wanted);
    return describeSessions(context, caller, answerPage(response, rows, limit, writePosition));
  }),
  implement(routes.session.getSessionDefaults, ({ caller, query }) =>
    getSessionDefaults(context, caller, query.courseId),
  ),
  implement(routes.session.getSession, async ({ caller, params, query }) =>
    describeSession(context, caller, await getSession(context, caller, params.id, query.unattended)),
  ),
  // Ignores an end time from the client: the server's clock decides.
  implement(routes.session.endSession, async ({ caller, params }) =>
    describeSession(context, caller, await endSession(context, caller, params.id)),
  ),
  implement(routes.session.editSession, async ({ caller, params, body }) =>
    describeSession(context, caller, await editSession(context, caller, params.id, body)),
  ),
  implement(routes.session.cancelSession, async ({ caller, params }) =>
    describeSession(context, caller, await cancelSession(context, caller, params.id)),
  ),
  implement(routes.session.reopenSession, async ({ caller, params }) =>
    describeSession(context, caller, await reopenSession(context, caller, params.id)),
  ),
  implement(routes.session.confirmSession, async ({ caller, params }) =>
    describeSession(context, caller, await confirmSession(context, caller, params.id)),
  ),
  implement(routes.session.deleteSession, ({ caller, params }) => deleteSession(context, caller, params.id)),
  implement(routes.session.countSessionsInternal, async ({ params }) => ({
    sessions: await context.sessions.countOf(params.courseId),
    sectionIds: await context.sessions.sectionIdsOf(params.courseId),
  })),
  implement(routes.session.countRunningSessionsInternal, async () => ({
    sessions: context.currentCodes.countSessions(),
  })),
  implement(routes.session.moveSessionInternal, async ({ params, body }) =>
    toSessionChanged(await moveSession(context, params.id, body)),
  ),
  implement(routes.session.getSessionInternal, async ({ params }) =>
    toSessionChanged(await getSessionInternal(context, params.id)),
  ),
];
