import type { FlagRates } from '@qr-attendance/contracts';
import { notFound } from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { findTeacher } from '../projections/ask-owner.ts';

interface Row {
  device_kind: string | null;
  on_campus: boolean | null;
  by_device: boolean;
  marks: number;
  flagged: number;
  to_review: number;
}

/** Rates of so many marks, the newest, tell enough, and reading them takes less than a second. */
const MAX_MARKS = 100_000;

/** Counts chosen marks by device kind and by network, and how many of them have signals, or came to review. */
const rates = (chosen: string) => `
  SELECT c.device_kind, c.on_campus, grouping(c.device_kind) = 0 AS by_device, count(*)::int AS marks,
         count(*) FILTER (WHERE EXISTS (SELECT FROM mark_flags f WHERE f.session_id = c.session_id
                                           AND f.student_id = c.student_id))::int AS flagged,
         count(*) FILTER (WHERE m.flagged_at IS NOT NULL)::int AS to_review
    FROM ${chosen}
   GROUP BY GROUPING SETS ((c.device_kind), (c.on_campus))
   ORDER BY marks DESC`;
const RATES_OF_TEACHER = rates(`
  (SELECT session_id, student_id, flagged_at FROM marks
    WHERE teacher_id = $1 AND ($2::text IS NULL OR course_id = $2) ORDER BY marked_at DESC LIMIT ${MAX_MARKS}) AS m
    JOIN mark_contexts c USING (session_id, student_id)`);
const RATES_OF_ALL = rates(`
  (SELECT * FROM mark_contexts ORDER BY at DESC LIMIT ${MAX_MARKS}) AS c JOIN marks m USING (session_id, student_id)`);

export const makeReadFlagRates =
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

/** Tells a teacher whether some phones or networks are flagged more often than others in the own courses. */
export const readFlagRates = async (
  context: Pick<Context, 'courses' | 'owners' | 'projections' | 'readFlagRates'>,
  teacherId: string,
  courseId: string | undefined,
): Promise<FlagRates> => {
  if (courseId !== undefined && (await findTeacher(context, courseId)) !== teacherId)
    throw notFound('Course');
  return context.readFlagRates({ teacherId, courseId });
};
