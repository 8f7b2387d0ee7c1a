import type { NoticeKind } from '@qr-attendance/contracts';

/**
 * Queues a notice for each row of a CTE. A waiting notice keeps the state before its first change, so
 * nobody is notified of a change that was undone.
 */
export const noticeSql = (kind: NoticeKind, rows: string, before = 'NULL'): string => `
  INSERT INTO notices AS n (session_id, student_id, kind, was)
  SELECT session_id, student_id, '${kind}', ${before} FROM ${rows} ORDER BY session_id, student_id
  ON CONFLICT (session_id, kind, student_id) DO UPDATE SET changed_at = excluded.changed_at`;
