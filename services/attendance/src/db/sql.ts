export const isoMoment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const exactMoment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * A `Date` avoids the year 0000 and offsets of 16 hours and more, which ISO 8601 allows and PostgreSQL
 * rejects.
 */
export const momentOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/**
 * SQL: joins at most one row of `table` to each row; without a match, the columns are null. `OFFSET 0` prevents the
 * planner from scanning the whole table, which it prefers for small tables, and from searching for an order of joins.
 * @param condition on the columns of a unique index
 */
export const lookupSql = (columns: string, table: string, alias: string, condition: string): string =>
  `LEFT JOIN LATERAL (SELECT ${columns} FROM ${table} WHERE ${condition} OFFSET 0) AS ${alias} ON true`;

export const lookUpRecord = (columns: string, table: string, alias: string, row: string): string =>
  lookupSql(columns, table, alias, `session_id = ${row}.session_id AND student_id = ${row}.student_id`);

export const assignSql = (columns: string[], from: string): string =>
  columns.map((name) => `${name} = ${from}.${name}`).join(', ');
