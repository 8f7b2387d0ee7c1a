import { type FlagRates, routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { courseSql, inCoursesSql } from '../../core/sessions/session-conditions.ts';
import type { Owners } from '../../core/owners/owners.ts';

const MAX_SCANS = 100_000;

const list = (kind: string, column: string) => `
  coalesce(jsonb_agg(jsonb_build_object('${kind}', ${column}, 'marks', marks, 'flagged', flagged, 'toReview', to_review)
                     ORDER BY marks DESC) FILTER (WHERE ${column} IS NOT NULL), '[]')`;
const rates = (chosen: string) => `
  SELECT ${list('kind', 'device_kind')} AS devices, ${list('onCampus', 'on_campus')} AS networks
    FROM (SELECT e.device_kind, e.on_campus, count(*) AS marks, count(*) FILTER (WHERE f.flagged) AS flagged,
                 count(*) FILTER (WHERE f.asks_review) AS to_review
            FROM (${chosen}) AS e
           CROSS JOIN LATERAL (SELECT count(*) > 0 AS flagged, bool_or(asks_review) AS asks_review FROM flags
                                WHERE session_id = e.session_id AND student_id = e.student_id) AS f
           GROUP BY GROUPING SETS ((e.device_kind), (e.on_campus))) AS counted`;
const RATES_OF_COURSES = rates(`
  SELECT o.* FROM sessions s JOIN scan_evidence o ON o.session_id = s.id
   WHERE ${inCoursesSql('$1')} AND ${courseSql('o')} = ANY($1::text[]) ORDER BY s.start_time DESC LIMIT ${MAX_SCANS}`);
const RATES_OF_ALL = rates(`SELECT * FROM scan_evidence ORDER BY scanned_at DESC LIMIT ${MAX_SCANS}`);

const readFlagRates = async (pool: Pool, courseIds?: string[]): Promise<FlagRates> => {
  const { rows } = courseIds
    ? await pool.query<FlagRates>(RATES_OF_COURSES, [courseIds])
    : await pool.query<FlagRates>(RATES_OF_ALL);
  return rows[0] ?? { devices: [], networks: [] };
};

interface Context {
  owners: Pick<Owners, 'requireOnCourse' | 'staffedCourses'>;
  pool: Pool;
}
export const flagRatesRoutes = ({ owners, pool }: Context): Implementation[] => [
  implement(routes.attendance.getFlagRates, async ({ caller, query: { courseId } }) => {
    if (courseId === undefined)
      return readFlagRates(pool, (await owners.staffedCourses(caller, 'reviewMarks')).courseIds);
    await owners.requireOnCourse(courseId, caller, 'reviewMarks');
    return readFlagRates(pool, [courseId]);
  }),
  implement(routes.attendance.getAllFlagRates, () => readFlagRates(pool)),
];
