const STATUSES = ['present', 'late', 'absent', 'excused'];

const countsOf = (prefix: string, condition: string): string =>
  STATUSES.map(
    (status) =>
      `count(*) FILTER (WHERE a.status = '${status.toUpperCase()}'${condition})::int AS ${prefix}${status}`,
  ).join(', ');
export const COUNT_TOTALS = countsOf('', '');
export const COUNTED_TOTALS = countsOf('counted_', ' AND a.counts');

export const STUDENT_COUNTS = STATUSES.map((status) => `coalesce(t.counted_${status}, 0) AS ${status}`).join(
  ', ',
);

export const sumsSql = (prefix = ''): string =>
  STATUSES.map((status) => `coalesce(sum(${prefix}${status}), 0)::int AS ${status}`).join(', ');
