import type { AttendanceRecord } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import {
  currentRecords,
  currentSessionCounts,
  findStaleSessions,
  statementPrefixOf,
  pushStaleSessions,
} from '../../core/records/current-records.ts';
import { type RecordRow, selectRecords, toRecord, toTeachersRecord } from '../../core/records/records.ts';
import { NO_TOTALS, type Totals } from '../../core/records/rules/rates.ts';
import { COUNT_TOTALS, sumsSql } from '../../core/recounts/counts.ts';
import { momentOf } from '../../db/sql.ts';
import {
  BY_ARRIVAL,
  chooseRecords,
  NEWEST_FIRST,
  NEWEST_SCANS,
  type RecordFilter,
  type RecordPosition,
} from './record-filter.ts';

const sumSessions = (stale: string | undefined) => `
  SELECT ${sumsSql()} FROM ${currentSessionCounts(stale)} AS c
   WHERE course_id = ANY ($1::text[])
     AND ($2::timestamptz IS NULL OR start_time >= $2) AND ($3::timestamptz IS NULL OR start_time <= $3)`;

/**
 * Common lists and totals are prepared, because planning takes longer than executing. Other filters are rare
 * and have separate statements.
 */
const nameOf = (
  kind: string,
  { courseIds, studentId: _studentId, needsReview, status, ...narrower }: RecordFilter,
  after?: RecordPosition,
): string | undefined =>
  Object.values(narrower).some((value) => value !== undefined)
    ? undefined
    : [kind, courseIds === undefined ? 'student' : 'staff', needsReview, status, after && 'next'].join('-');

interface CoursePage {
  courses: string;
  condition: string;
  order: string;
  stale: string | undefined;
}

/**
 * Reads a page of each course in order, and takes the first records of all these pages. Stale sessions are
 * computed once for all courses.
 */
const pageOfCourses = ({ courses, condition, order, stale }: CoursePage): string => {
  const cached = `
    SELECT a.* FROM unnest(${courses}::text[]) AS c (course_id) CROSS JOIN LATERAL (
      SELECT * FROM records a
       WHERE a.course_id = c.course_id AND ${condition} ${stale === undefined ? '' : `AND a.session_id <> ALL (${stale}::text[])`}
       ${order}) AS a`;
  if (stale === undefined) return `(${cached} ${order})`;
  const live = `
    SELECT a.* FROM computed_records a
     WHERE a.session_id = ANY (${stale}::text[]) AND a.course_id = ANY (${courses}::text[]) AND ${condition}`;
  return `(SELECT * FROM (${cached} UNION ALL ${live}) AS a ${order})`;
};

/** The chosen records, and the order in which they are listed. */
const ORDERS = {
  class: { chosen: NEWEST_FIRST, listed: NEWEST_FIRST },
  arrival: { chosen: NEWEST_SCANS, listed: BY_ARRIVAL },
};

/** @param after continues after a page in the order of classes */
export const listRecords = async (
  pool: Pool,
  filter: RecordFilter,
  limit: number,
  {
    after,
    order: by = 'class',
  }: { after?: RecordPosition | undefined; order?: keyof typeof ORDERS | undefined } = {},
): Promise<AttendanceRecord[]> => {
  const { chosen, listed } = ORDERS[by];
  const staleSessions = await findStaleSessions(pool, filter);
  const isOfEach = filter.courseIds !== undefined && filter.sessionId === undefined;
  const { condition, values } = chooseRecords(filter, after, isOfEach ? 'true' : undefined);
  const name = nameOf(`${statementPrefixOf(staleSessions)}list-${by}`, filter, after);
  const parameter = `$${values.push(limit)}`;
  // The subquery hides the number from the planner, which otherwise prefers a new plan each time, or a sort.
  const atMost = name || isOfEach ? `(SELECT ${parameter}::int)` : parameter;
  const stale = pushStaleSessions(values, staleSessions);
  const order = `ORDER BY ${chosen} LIMIT ${atMost}`;
  const page = isOfEach
    ? pageOfCourses({ courses: `$${values.push(filter.courseIds)}`, condition, order, stale })
    : `(SELECT * FROM ${currentRecords(stale)} AS a WHERE ${condition} ${order})`;
  const text = `${selectRecords(page)} ORDER BY ${listed}`;
  const { rows } = await pool.query<RecordRow>({ ...(name && { name }), text, values });
  return rows.map(filter.courseIds ? toTeachersRecord : toRecord);
};

export const countRecords = async (pool: Pool, filter: RecordFilter): Promise<Totals> => {
  const { courseIds, studentId, ofStudent, sessionId, sectionId, only, from, to, needsReview } = filter;
  const isNarrower = [studentId, ofStudent, sessionId, sectionId, only, needsReview].some(
    (value) => value !== undefined,
  );
  const staleSessions = await findStaleSessions(pool, filter);
  const { condition, values } = isNarrower
    ? chooseRecords(filter)
    : { condition: '', values: [courseIds, momentOf(from), momentOf(to)] };
  const stale = pushStaleSessions(values, staleSessions);
  const prefix = statementPrefixOf(staleSessions);
  const name = isNarrower ? nameOf(`${prefix}totals`, filter) : `${prefix}totals-of-sessions`;
  const text = isNarrower
    ? `SELECT ${COUNT_TOTALS} FROM ${currentRecords(stale)} AS a WHERE ${condition}`
    : sumSessions(stale);
  const { rows } = await pool.query<Totals>({ ...(name && { name }), text, values });
  const totals = rows[0] ?? NO_TOTALS;
  const chosen = filter.status?.toLowerCase() as keyof Totals | undefined;
  return chosen ? { ...NO_TOTALS, [chosen]: totals[chosen] } : totals;
};
