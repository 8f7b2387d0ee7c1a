/**
 * A join that looks up one row of `table` for each row before it, and tells nulls where there is none. `OFFSET 0` keeps the planner from
 * reading the whole table, which seems cheaper to it while the table is small or it expects many rows before; and
 * leaves it no order of joins to think about.
 * @param condition names the row by the columns of an index
 */
export const lookUp = (columns: string, table: string, alias: string, condition: string): string =>
  `LEFT JOIN LATERAL (SELECT ${columns} FROM ${table} WHERE ${condition} OFFSET 0) AS ${alias} ON true`;
