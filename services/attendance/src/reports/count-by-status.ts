/** Columns of a query on marks that count them by status, as `Totals`. */
export const COUNT_BY_STATUS = `
  count(*) FILTER (WHERE status = 'PRESENT')::int AS present,
  count(*) FILTER (WHERE status = 'LATE')::int AS late,
  count(*) FILTER (WHERE status = 'ABSENT')::int AS absent,
  count(*) FILTER (WHERE status = 'EXCUSED')::int AS excused`;
