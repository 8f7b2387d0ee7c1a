import { routes } from '@qr-attendance/contracts';
import { auditPositionOf, readAuditPosition } from '@qr-attendance/messaging';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import { answerPage, implement, type Implementation, type InternalClient } from '@qr-attendance/server';
import type { AuditLog } from '../../core/audit/audit-log.ts';

interface Stores {
  auditLog: AuditLog;
  people: PeopleProjection;
  auth: InternalClient;
}

export const auditRoutes = (context: Stores): Implementation[] => [
  implement(routes.session.listClassAudit, async ({ query, response }) => {
    const { limit, cursor, ...filters } = query;
    const rows = await context.auditLog.list(limit + 1, readAuditPosition(cursor), filters);
    const shown = answerPage(response, rows, limit, auditPositionOf);
    const names = await findNames(
      context,
      shown.map(({ by }) => by),
    );
    return shown.map(({ _id, at, by, action, roomId, name = '', requirements }) => ({
      _id: _id.toHexString(),
      at: at.toISOString(),
      action,
      by: {
        _id: by,
        name: names.get(by) ?? null,
      },
      ...(roomId !== undefined && {
        object: {
          kind: 'room' as const,
          _id: roomId,
          name,
        },
      }),
      ...(requirements && { requirements }),
    }));
  }),
];
