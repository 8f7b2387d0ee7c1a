import {
  attendanceAuditActionSchema,
  type AuditLogEntry,
  type InputOf,
  routes,
} from '@qr-attendance/contracts';
import { answerPage, implement, type Implementation, readCursor } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { z } from 'zod';
import { exactMoment, isoMoment, lookupSql, momentOf } from '../../db/sql.ts';
import type { Owners } from '../../core/owners/owners.ts';

type Filters = Omit<InputOf<typeof routes.attendance.listAttendanceAudit, 'query'>, 'limit' | 'cursor'> & {
  /** Undefined for all courses. */
  courseIds: string[] | undefined;
};
/** A time as `exactMoment` writes it. PostgreSQL rejects the year 0000. */
const exactMomentSchema = z.iso.datetime({ precision: 6 }).regex(/^(?!0000)/);
const positionSchema = z.tuple([exactMomentSchema, z.uuid()]);
type AuditPosition = z.output<typeof positionSchema>;

/** The index `audit_log_decisions_idx` has the same list. */
const DECISIONS = attendanceAuditActionSchema.options.map((action) => `'${action}'`).join(', ');

/** Omits reasons, which are part of a record's history and restricted to people who may read the course. */
const LIST = `
  SELECT jsonb_build_object(
           '_id', a.id, 'at', ${isoMoment('a.written_at')}, 'action', a.action,
           'by', CASE WHEN a.actor_id IS NOT NULL THEN jsonb_build_object('_id', a.actor_id, 'name', b.name) END,
           'person', jsonb_build_object('_id', a.student_id, 'name', p.name),
           'object', jsonb_build_object('kind', 'course', '_id', a.course_id, 'name', coalesce(c.name, '')),
           'fromStatus', a.from_status, 'toStatus', a.to_status)
         || CASE WHEN s.id IS NULL THEN '{}' ELSE jsonb_build_object('session', jsonb_build_object(
              '_id', s.id, 'date', s.session_date, 'startTime', ${isoMoment('s.start_time')})) END AS entry,
         ARRAY[${exactMoment('a.written_at')}, a.id::text] AS position
    FROM (SELECT * FROM audit_log
           WHERE action IN (${DECISIONS})
             AND ($1::text[] IS NULL OR course_id = ANY ($1))
             AND ($2::text IS NULL OR action = $2)
             AND ($3::uuid IS NULL OR actor_id = $3 OR student_id = $3)
             AND ($4::timestamptz IS NULL OR written_at >= $4)
             AND ($5::timestamptz IS NULL OR written_at <= $5)
             AND ($6::timestamptz IS NULL OR (written_at, id) < ($6, $7::uuid))
           ORDER BY written_at DESC, id DESC LIMIT $8) AS a
    ${lookupSql('id, session_date, start_time', 'sessions', 's', 'id = a.session_id')}
    ${lookupSql('name', 'courses', 'c', 'id = a.course_id')}
    ${lookupSql('name', 'people', 'b', 'id = a.actor_id')}
    ${lookupSql('name', 'people', 'p', 'id = a.student_id')}
   ORDER BY a.written_at DESC, a.id DESC`;

const listAudit = async (
  pool: Pool,
  limit: number,
  before: AuditPosition | undefined,
  { courseIds, action, personId, from, to }: Filters,
): Promise<(AuditLogEntry & { position: AuditPosition })[]> => {
  const filters = [courseIds, action, personId, momentOf(from), momentOf(to)];
  const { rows } = await pool.query<{ entry: AuditLogEntry; position: AuditPosition }>(LIST, [
    ...[...filters, ...(before ?? [undefined, undefined])].map((value) => value ?? null),
    limit,
  ]);
  return rows.map(({ entry, position }) => ({ ...entry, position }));
};

interface Context {
  owners: Pick<Owners, 'requireOnCourse' | 'coursesOfUnits'>;
  pool: Pool;
}

export const auditRoutes = ({ owners, pool }: Context): Implementation[] => [
  implement(routes.attendance.listAttendanceAudit, async ({ caller, query, response }) => {
    const { limit, cursor, courseId, ...filters } = query;
    if (courseId !== undefined) await owners.requireOnCourse(courseId, caller, 'readUnit');
    const courseIds = courseId === undefined ? await owners.coursesOfUnits(caller) : [courseId];
    const rows = await listAudit(pool, limit + 1, readCursor(positionSchema, cursor), {
      ...filters,
      courseIds,
    });
    return answerPage(response, rows, limit, ({ position }) => position);
  }),
];
