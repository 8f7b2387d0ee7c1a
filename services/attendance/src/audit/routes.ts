import { momentSchema, routes } from '@qr-attendance/contracts';
import { answerPage, DomainError, implement, type Implementation, readCursor } from '@qr-attendance/server';
import { z } from 'zod';
import type { Owners } from '../projections/owners.ts';
import type { createListAudit } from './audit-log.ts';

const positionSchema = z.tuple([momentSchema, z.uuid()]);

interface Context {
  owners: Pick<Owners, 'requireOnCourse' | 'coursesOfUnits'>;
  listAudit: ReturnType<typeof createListAudit>;
}

export const auditRoutes = ({ owners, listAudit }: Context): Implementation[] => [
  implement(routes.attendance.listAttendanceAudit, async ({ caller, query, response }) => {
    const { limit, cursor, courseId, ...filters } = query;
    if (courseId !== undefined) await owners.requireOnCourse(courseId, caller, 'readUnit');
    const courseIds = courseId === undefined ? await owners.coursesOfUnits(caller) : [courseId];
    if (courseIds?.length === 0)
      throw new DomainError('forbidden', 'no_unit_role', 'Only people with a role in a unit see this.');
    const rows = await listAudit(limit + 1, readCursor(positionSchema, cursor), { ...filters, courseIds });
    return answerPage(response, rows, limit, ({ position }) => position);
  }),
];
