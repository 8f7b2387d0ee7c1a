import { type FlagRates, routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { Owners } from '../projections/owners.ts';

interface Row {
  device_kind: string | null;
  on_campus: boolean | null;
  by_device: boolean;
  marks: number;
  flagged: number;
  to_review: number;
}

const MAX_SCANS = 100_000;

const rates = (chosen: string) => `
  SELECT e.device_kind, e.on_campus, grouping(e.device_kind) = 0 AS by_device, count(*)::int AS marks,
         count(*) FILTER (WHERE f.flagged)::int AS flagged, count(*) FILTER (WHERE f.asks_review)::int AS to_review
    FROM (${chosen}) AS e
   CROSS JOIN LATERAL (SELECT count(*) > 0 AS flagged, coalesce(bool_or(asks_review), false) AS asks_review FROM flags
                        WHERE session_id = e.session_id AND student_id = e.student_id) AS f
   GROUP BY GROUPING SETS ((e.device_kind), (e.on_campus))
   ORDER BY marks DESC`;
const RATES_OF_TEACHER = rates(`
  SELECT o.* FROM sessions s JOIN scan_evidence o ON o.session_id = s.id
   WHERE s.teacher_id = $1 AND ($2::text IS NULL OR s.course_id = $2) ORDER BY s.start_time DESC LIMIT ${MAX_SCANS}`);
const RATES_OF_ALL = rates(`SELECT * FROM scan_evidence ORDER BY scanned_at DESC LIMIT ${MAX_SCANS}`);

export const createReadFlagRates =
  (pool: Pool) =>
  async ({
    teacherId,
    courseId,
  }: {
    teacherId?: string;
    courseId?: string | undefined;
  }): Promise<FlagRates> => {
    const { rows } =
      teacherId === undefined
        ? await pool.query<Row>(RATES_OF_ALL)
        : await pool.query<Row>(RATES_OF_TEACHER, [teacherId, courseId ?? null]);
    const countsOf = ({ marks, flagged, to_review: toReview }: Row) => ({ marks, flagged, toReview });
    return {
      devices: rows.flatMap((row) =>
        row.by_device && row.device_kind !== null ? [{ kind: row.device_kind, ...countsOf(row) }] : [],
      ),
      networks: rows.flatMap((row) =>
        row.by_device || row.on_campus === null ? [] : [{ onCampus: row.on_campus, ...countsOf(row) }],
      ),
    };
  };

interface FlagRatesContext {
  owners: Pick<Owners, 'requireCourseOf'>;
  readFlagRates: ReturnType<typeof createReadFlagRates>;
}
export const flagRatesRoutes = ({ owners, readFlagRates }: FlagRatesContext): Implementation[] => [
  implement(routes.attendance.getFlagRates, async ({ caller, query: { courseId } }) => {
    if (courseId !== undefined) await owners.requireCourseOf(courseId, caller.id);
    return readFlagRates({ teacherId: caller.id, courseId });
  }),
  implement(routes.attendance.getAllFlagRates, () => readFlagRates({})),
];
