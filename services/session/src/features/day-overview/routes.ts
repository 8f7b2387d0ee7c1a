import { routes, type UnitSession } from '@qr-attendance/contracts';
import { answerPage, implement, type Implementation } from '@qr-attendance/server';
import type { Response } from 'express';
import { readPosition, writePosition } from '../../core/sessions/session-cursor.ts';
import type { SessionPosition } from '../../core/sessions/rules/session.ts';
import { getDayOverview } from './get-day-overview.ts';
import { listRegistersNotTaken, listUnitSessions, type UnitSessionStores } from './list-unit-sessions.ts';

const answerSessions = (
  response: Response,
  rows: (UnitSession & { position: SessionPosition })[],
  limit: number,
): UnitSession[] =>
  answerPage(response, rows, limit, ({ position }) => writePosition(position)).map(
    ({ position: _position, ...session }) => session,
  );

export const dayOverviewRoutes = (context: UnitSessionStores): Implementation[] => [
  implement(routes.session.getDayOverview, ({ caller }) => getDayOverview(context, caller)),
  implement(routes.session.listUnitSessions, async ({ caller, query, response }) => {
    const { limit, cursor, ...filter } = query;
    const wanted = { ...filter, limit: limit + 1, after: readPosition(cursor) };
    return answerSessions(response, await listUnitSessions(context, caller, wanted), limit);
  }),
  implement(routes.session.listRegistersNotTaken, async ({ caller, query, response }) => {
    const { limit, cursor, unitId } = query;
    const wanted = { unitId, limit: limit + 1, after: readPosition(cursor) };
    return answerSessions(response, await listRegistersNotTaken(context, caller, wanted), limit);
  }),
];
