import type { AttendanceStatus } from '@qr-attendance/contracts';
import { tryAgainSoon } from '@qr-attendance/service-kit';
import type { Pool } from 'pg';
import QueryStream from 'pg-query-stream';
import type { ReportedMark } from '../domain/report.ts';
import { chooseMarks, NEWEST_FIRST, type MarkFilter } from './mark-filter.ts';

interface Row {
  marked_at: Date;
  course_name: string | null;
  course_code: string;
  student_name: string | null;
  student_email: string;
  status: AttendanceStatus;
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
 * Reads all marks of a choice as one consistent snapshot, as fast as they are taken. A report holds a connection for as
 * long as its reader takes, so `pool` is one of its own: whoever reads slowly delays reports, never marks.
 */
export const makeReadReportedMarks = (pool: Pool) =>
  async function* (filter: MarkFilter): AsyncGenerator<ReportedMark> {
    const { condition, values } = chooseMarks(filter);
    const sql = `
      SELECT m.marked_at, m.status, c.name AS course_name, c.code AS course_code, p.name AS student_name,
             p.email AS student_email
        FROM marks m
        LEFT JOIN people p ON p.id = m.student_id
        LEFT JOIN courses c ON c.id = m.course_id
       WHERE ${condition} ORDER BY ${NEWEST_FIRST}`;
    const client = await pool.connect().catch(() => {
      throw tryAgainSoon();
    });
    const rows = client.query(new QueryStream(sql, values, { batchSize: BATCH }));
    // Left early, the stream closes its cursor, which ends the query; only then may another use the connection.
    rows.once('close', () => client.release());
    for await (const row of rows) yield toReported(row as Row);
  };
export type ReadReportedMarks = ReturnType<typeof makeReadReportedMarks>;
