import { routes, type AuditLogEntry } from '@qr-attendance/contracts';
import { auditPositionOf, readAuditPosition } from '@qr-attendance/messaging';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import {
  answerPage,
  type Caller,
  DomainError,
  implement,
  type Implementation,
  type InternalClient,
} from '@qr-attendance/server';
import type { AuditDocument } from '../../db/audit-model.ts';
import { readableUnitIds } from '../../core/units/readable-units.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { Units } from '../../core/units/units.ts';

interface Stores {
  clock: () => Date;
  auditLog: AuditLog;
  units: Units;
  people: PeopleProjection;
  auth: InternalClient;
}

const describe = async (
  context: { people: PeopleProjection; auth: InternalClient },
  rows: AuditDocument[],
): Promise<AuditLogEntry[]> => {
  const names = await findNames(
    context,
    rows.flatMap(({ by, userId = by }) => [by, userId]),
  );
  const personOf = (id: string) => ({ _id: id, name: names.get(id) ?? null });
  return rows.map(({ _id, at, by, action, kind, objectId, name, userId, role, count }) => ({
    _id: _id.toHexString(),
    at: at.toISOString(),
    action,
    by: personOf(by),
    ...(userId !== undefined && { person: personOf(userId) }),
    object: { kind, _id: objectId, name },
    ...(role !== undefined && { role }),
    ...(count !== undefined && { count }),
  }));
};

/** @throws DomainError (forbidden) for teachers without a role in a unit */
const requireUnits = async (
  context: { units: Units; clock: () => Date },
  caller: Caller,
): Promise<string[] | undefined> => {
  const unitIds = await readableUnitIds(context, caller);
  if (unitIds?.length === 0)
    throw new DomainError('forbidden', 'no_unit_role', 'Only people with a role in a unit see this.');
  return unitIds;
};

export const auditRoutes = (context: Stores): Implementation[] => [
  implement(routes.course.listCourseAudit, async ({ caller, query, response }) => {
    const { limit, cursor, ...filters } = query;
    const unitIds = await requireUnits(context, caller);
    const rows = await context.auditLog.list(limit + 1, readAuditPosition(cursor), { ...filters, unitIds });
    const shown = answerPage(response, rows, limit, auditPositionOf);
    return describe(context, shown);
  }),
];
