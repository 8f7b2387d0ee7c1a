import type { AttendanceRecord } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { prefixFor } from '../../core/pending.ts';
import { type RecordRow, selectRecords, toRecord, toTeachersRecord } from '../../core/records.ts';
import { NO_TOTALS, type Totals } from '../../core/rules/rates.ts';
import { COUNTS, sumsOf } from '../../core/statements.ts';
import { momentOf } from '../../db/sql.ts';
import { chooseRecords, NEWEST_FIRST, type RecordFilter, type RecordPosition } from './record-filter.ts';

const sumSessions = (prefix: string) => `
  SELECT ${sumsOf()} FROM ${prefix}session_counts
   WHERE course_id = ANY ($1::text[])
     AND ($2::timestamptz IS NULL OR start_time >= $2) AND ($3::timestamptz IS NULL OR start_time <= $3)`;

/**
 * Lists and totals without a narrower choice are prepared, as planning takes longer than answering. Each other choice
 * is rare and a statement of its own.
 */
const nameOf = (
  kind: string,
  { courseIds, studentId: _studentId, needsReview, status, ...narrower }: RecordFilter,
  after?: RecordPosition,
): string | undefined =>
  Object.values(narrower).some((value) => value !== undefined)
    ? undefined
    : [kind, courseIds === undefined ? 'student' : 'staff', needsReview, status, after && 'next'].join('-');

export const listRecords = async (
  pool: Pool,
  filter: RecordFilter,
  limit: number,
  after?: RecordPosition,
): Promise<AttendanceRecord[]> => {
  const prefix = await prefixFor(pool, filter);
  // A page of each course is read in order, and the first records of all these pages are taken.
  const isOfEach = filter.courseIds !== undefined && filter.sessionId === undefined;
  const { condition, values } = chooseRecords(
    filter,
    after,
    isOfEach ? 'a.course_id = c.course_id' : undefined,
  );
  const name = nameOf(`${prefix}list`, filter, after);
  const parameter = `$${values.push(limit)}`;
  // The subquery hides the number from the planner, which otherwise prefers a new plan each time, or sorts.
  const atMost = name || isOfEach ? `(SELECT ${parameter}::int)` : parameter;
  const some = `(SELECT * FROM ${prefix}records a WHERE ${condition} ORDER BY ${NEWEST_FIRST} LIMIT ${atMost})`;
  const page = isOfEach
    ? `(SELECT a.* FROM unnest($${values.push(filter.courseIds)}::text[]) AS c (course_id) CROSS JOIN LATERAL ${some} AS a
         ORDER BY ${NEWEST_FIRST} LIMIT ${atMost})`
    : some;
  const text = `${selectRecords(page)} ORDER BY ${NEWEST_FIRST}`;
  const { rows } = await pool.query<RecordRow>({ ...(name && { name }), text, values });
  return rows.map(filter.courseIds ? toTeachersRecord : toRecord);
};

export const countRecords = async (pool: Pool, filter: RecordFilter): Promise<Totals> => {
  const { courseIds, studentId, ofStudent, sessionId, sectionId, only, from, to, needsReview } = filter;
  const isNarrower = [studentId, ofStudent, sessionId, sectionId, only, needsReview].some(
    (value) => value !== undefined,
  );
  const prefix = await prefixFor(pool, filter);
  const { condition, values } = chooseRecords(filter);
  const name = nameOf(`${prefix}totals`, filter);
  const { rows } = await pool.query<Totals>(
    isNarrower
      ? {
          ...(name && { name }),
          text: `SELECT ${COUNTS} FROM ${prefix}records a WHERE ${condition}`,
          values,
        }
      : {
          name: `${prefix}totals-of-sessions`,
          text: sumSessions(prefix),
          values: [courseIds, momentOf(from), momentOf(to)],
        },
  );
  const totals = rows[0] ?? NO_TOTALS;
  const chosen = filter.status?.toLowerCase() as keyof Totals | undefined;
  return chosen ? { ...NO_TOTALS, [chosen]: totals[chosen] } : totals;
};
