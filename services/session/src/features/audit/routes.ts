import { momentSchema, objectIdSchema, routes } from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import {
  answerPage,
  implement,
  type Implementation,
  readCursor,
  type InternalClient,
} from '@qr-attendance/server';
import { z } from 'zod';
import type { AuditLog } from '../../core/audit/audit-log.ts';

interface Stores {
  auditLog: AuditLog;
  people: PeopleProjection;
  auth: InternalClient;
}

const positionSchema = z.tuple([momentSchema, objectIdSchema]);

export const auditRoutes = (context: Stores): Implementation[] => [
  implement(routes.session.listClassAudit, async ({ query, response }) => {
    const { limit, cursor, ...filters } = query;
    const position = readCursor(positionSchema, cursor);
    const before = position && { at: new Date(position[0]), id: position[1] };
    const rows = await context.auditLog.list(limit + 1, before, filters);
    const shown = answerPage(response, rows, limit, ({ at, _id }) => [at.toISOString(), _id.toHexString()]);
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
