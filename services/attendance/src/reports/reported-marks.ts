import type { AttendanceStatus } from '@qr-attendance/contracts';
import { temporarilyUnavailable } from '@qr-attendance/server';
import type { Pool, PoolClient } from 'pg';
import type { DetailedMark, ReportedMark } from './rules/report.ts';
import { chooseMarks, COUNTS, NEWEST_FIRST, type MarkFilter } from './mark-filter.ts';

interface Row {
  marked_at: Date;
  course_name: string | null;
  course_code: string;
  student_name: string | null;
  student_email: string;
  status: AttendanceStatus;
}
interface DetailedRow extends Row {
  reg_no: string | null;
  usn: string | null;
  session_date: string;
  start_time: Date | null;
  end_time: Date | null;
  answered_at: Date | null;
  missed_at: Date | null;
}
/** Rows fetched at a time. */
const BATCH = 500;

const toReported = (row: Row): ReportedMark => ({
  markedAt: row.marked_at,
  course: row.course_name === null ? null : { name: row.course_name, code: row.course_code },
  student: row.student_name === null ? null : { name: row.student_name, email: row.student_email },
  status: row.status,
});

/**
 * Fetches rows bit by bit through a cursor, a batch at a time: a step for each row would cost more than the row. The first of them come at once, whatever the choice: it is planned for a reader
 * who may leave after a page, by the index that has the order, instead of sorting years of marks first.
 */
async function* fetchRows<Fetched extends Row>(
  client: PoolClient,
  sql: string,
  values: unknown[],
): AsyncGenerator<Fetched[]> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SET LOCAL cursor_tuple_fraction = 0.01');
  await client.query(`DECLARE report NO SCROLL CURSOR FOR ${sql}`, values);
  const fetch = () => {
    const fetched = client.query<Fetched>(`FETCH ${BATCH} FROM report`);
    // The error reaches the caller who asks for it; until then nobody listens.
    fetched.catch(() => undefined);
    return fetched;
  };
  let next = fetch();
  try {
    for (;;) {
      const { rows } = await next;
      if (rows.length === 0) return;
      // Fetched while these are told.
      next = fetch();
      yield rows;
    }
  } finally {
    await next.catch(() => undefined);
    await client.query('COMMIT');
  }
}

const toDetailed = (row: DetailedRow): DetailedMark => ({
  ...toReported(row),
  regNo: row.reg_no ?? '',
  usn: row.usn ?? '',
  sessionDate: row.session_date,
  startTime: row.start_time,
  endTime: row.end_time,
  secondLook: { answeredAt: row.answered_at, missed: row.missed_at !== null },
});

/**
 * Reads all marks of a choice as one consistent snapshot, in batches, as fast as they are taken. A report holds a connection for as
 * long as its reader takes, so `pool` is one of its own: whoever reads slowly delays reports, never marks.
 */
const makeRead = <Fetched extends Row, Told>(
  pool: Pool,
  more: { columns: string; joins: string },
  tell: (row: Fetched) => Told,
) =>
  async function* (filter: MarkFilter): AsyncGenerator<Told[]> {
    const { condition, values } = chooseMarks(filter);
    const sql = `
      SELECT m.marked_at, m.status, c.name AS course_name, c.code AS course_code, p.name AS student_name,
             p.email AS student_email${more.columns}
        FROM marks m
        LEFT JOIN people p ON p.id = m.student_id
        LEFT JOIN courses c ON c.id = m.course_id${more.joins}
       WHERE ${condition} AND ${COUNTS} ORDER BY ${NEWEST_FIRST}`;
    const client = await pool.connect().catch(() => {
      throw temporarilyUnavailable();
    });
    let isBroken = false;
    try {
      for await (const rows of fetchRows<Fetched>(client, sql, values)) yield rows.map(tell);
    } catch (error) {
      isBroken = true;
      throw error;
    } finally {
      client.release(isBroken);
    }
  };

export const makeReadReportedMarks = (pool: Pool) =>
  makeRead<Row, ReportedMark>(pool, { columns: '', joins: '' }, toReported);

/** The same with what only the export with all columns tells. */
export const makeReadDetailedMarks = (pool: Pool) =>
  makeRead<DetailedRow, DetailedMark>(
    pool,
    {
      columns: ', p.reg_no, p.usn, m.session_date, s.start_time, s.end_time, l.answered_at, l.missed_at',
      joins: `
        LEFT JOIN sessions s ON s.id = m.session_id
        LEFT JOIN second_looks l ON l.session_id = m.session_id AND l.student_id = m.student_id`,
    },
    toDetailed,
  );
