import type { AuditLogEntry, InputOf, routes } from '@qr-attendance/contracts';
import type { Database } from '../../db/database.ts';

type Filters = Omit<InputOf<typeof routes.auth.listAccountAudit, 'query'>, 'limit' | 'cursor'>;

/** Actions are stored with spaces, because the first entries have them and cannot be changed. */
const toStored = (action: string): string => action.replaceAll('_', ' ');
const fromStored = (action: string): string => action.replaceAll(' ', '_');

export const createAuditLog = (database: Database) => ({
  /** Sorted by id; ids increase with time. */
  list: async (
    limit: number,
    before: string | undefined,
    { personId, action, from, to }: Filters,
  ): Promise<AuditLogEntry[]> => {
    const rows = await database.adminAction.findMany({
      where: {
        ...(before && { id: { lt: before } }),
        ...(action && { action: toStored(action) }),
        ...(personId && { OR: [{ adminId: personId }, { personId }] }),
        createdAt: { ...(from && { gte: from }), ...(to && { lte: to }) },
      },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
    const ids = rows.flatMap((row) => [row.adminId, row.personId]).filter((id) => id !== null);
    const people = await database.user.findMany({
      where: { id: { in: ids } },
      select: { id: true, name: true },
    });
    const names = new Map(people.map(({ id, name }) => [id, name]));
    const personOf = (id: string) => ({ _id: id, name: names.get(id) ?? null });
    return rows.map((row) => ({
      _id: row.id,
      at: row.createdAt.toISOString(),
      action: fromStored(row.action),
      by: row.adminId === null ? null : personOf(row.adminId),
      ...(row.personId !== null && { person: personOf(row.personId) }),
      ...(row.reason !== null && { reason: row.reason }),
    }));
  },
});
export type AuditLog = ReturnType<typeof createAuditLog>;
