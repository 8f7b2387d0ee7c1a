import { type FlaggedAttempt, routes } from '@qr-attendance/contracts';
import { implement, type Implementation, implementStream, notFound } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { FLAGS_OF } from '../../core/flags/flags.ts';
import { parseRecordId, type RecordKey } from '../../core/records/record-id.ts';
import type { Owners } from '../../core/owners/owners.ts';
import { restrictedTo, type VisibleSections, visibleParameters } from '../../projections/visible.ts';
import { readHistory } from './history.ts';
import { answerDispute, disputeMark, reviewMark, type ReviewDeps } from './review-mark.ts';

const MAX_ATTEMPTS = 5_000;

export const findSelfie = async (
  pool: Pool,
  { sessionId, studentId }: RecordKey,
  picture: '1' | '2',
): Promise<Buffer | undefined> => {
  const { rows } = await pool.query<{ jpeg: Buffer | null }>(
    `SELECT ${picture === '2' ? 'second_jpeg' : 'jpeg'} AS jpeg FROM selfies
      WHERE session_id = $1 AND student_id = $2`,
    [sessionId, studentId],
  );
  return rows[0]?.jpeg ?? undefined;
};

/** Flags of students without a record in the session. Flags of a merged record belong to the kept student. */
export const listAttempts = async (
  pool: Pool,
  sessionId: string,
  visible?: VisibleSections,
): Promise<FlaggedAttempt[]> => {
  const { rows } = await pool.query<FlaggedAttempt>(
    `SELECT jsonb_build_object('_id', tried.student_id, 'name', coalesce(p.name, ''), 'email', coalesce(p.email, ''))
              AS student,
            (${FLAGS_OF('tried')}) AS flags
       FROM (SELECT DISTINCT f.session_id, coalesce(m.person_id, f.student_id) AS student_id
               FROM flags f LEFT JOIN person_aliases m ON m.alias_id = f.student_id
              WHERE f.session_id = $1) AS tried
       LEFT JOIN people p ON p.id = tried.student_id
      WHERE tried.student_id NOT IN (SELECT student_id FROM attendance WHERE session_id = $1) AND ${restrictedTo('tried', '$3', '$4')}
      ORDER BY p.name, tried.student_id LIMIT $2`,
    [sessionId, MAX_ATTEMPTS, ...visibleParameters(visible)],
  );
  return rows;
};

export const reviewRoutes = (
  context: ReviewDeps & { pool: Pool; owners: Pick<Owners, 'findSessionFor'> },
): Implementation[] => [
  implement(routes.attendance.reviewMark, ({ caller, params, body }) =>
    reviewMark(context, caller, params.id, body),
  ),
  implement(routes.attendance.disputeMark, ({ caller, params, body }) =>
    disputeMark(context, caller.id, params.id, body.note),
  ),
  implement(routes.attendance.answerDispute, ({ caller, params, body }) =>
    answerDispute(context, caller, params.id, body),
  ),
  implement(routes.attendance.getMarkHistory, async ({ caller, params }) => {
    const key = parseRecordId(params.id);
    if (key.studentId !== caller.id)
      await context.owners.findSessionOfRecord(key, caller, 'readCourse', 'Mark');
    const history = await readHistory(context.pool, key);
    if (!history) throw notFound('Mark');
    return history;
  }),
  implement(routes.attendance.listFlaggedAttempts, async ({ caller, query }) => {
    const session = await context.owners.findSessionFor(query.sessionId, caller, 'readCourse');
    return listAttempts(context.pool, session.id, session.visible);
  }),
  implementStream(routes.attendance.getSelfie, async ({ caller, params, query, response }) => {
    const key = parseRecordId(params.id);
    await context.owners.findSessionOfRecord(key, caller, 'reviewMarks', 'Selfie');
    const jpeg = await findSelfie(context.pool, key, query.picture ?? '1');
    if (!jpeg) throw notFound('Selfie');
    response.set({ 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' }).send(jpeg);
  }),
];
