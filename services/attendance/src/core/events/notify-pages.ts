/** Replicas are notified of changed records on this channel: `<session id> <student id>`, or `<session id> *`. */
export const RECORDS_CHANNEL = 'records';
export const ALL_SECTIONS = '*';

export const notifySql = (rows: string): string =>
  `SELECT session_id, student_id, pg_notify('${RECORDS_CHANNEL}', session_id || ' ' || student_id) FROM ${rows}`;
