import type { FoundMarkedClass, MarkedClassesSearch } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { recordsOf } from '../../core/people/merges.ts';
import { isoMoment } from '../../db/sql.ts';

/** Looks up marks by class and student for each membership, because a course has few classes. */
const FIND = `
  WITH members AS MATERIALIZED (
    SELECT course_id, student_id, ${recordsOf('student_id')} AS records
      FROM unnest($1::text[], $2::uuid[]) AS m (course_id, student_id)
  )
  SELECT jsonb_strip_nulls(jsonb_build_object(
           'courseIds', s.course_ids, 'sectionIds', s.section_ids, 'startTime', ${isoMoment('s.start_time')},
           'endedAt', ${isoMoment('coalesce(s.ended_at, s.canceled_at)')},
           'studentIds', jsonb_agg(DISTINCT m.student_id))) AS class
    FROM members m
    JOIN sessions s ON s.course_id = m.course_id OR s.joint_course_ids @> ARRAY[m.course_id]
   WHERE EXISTS (SELECT FROM scans c WHERE c.session_id = s.id AND c.student_id = ANY (m.records))
      OR EXISTS (SELECT FROM decisions d
                  WHERE d.session_id = s.id AND d.student_id = ANY (m.records) AND d.status IS NOT NULL)
   GROUP BY s.id`;

export const findMarkedClasses = async (
  pool: Pool,
  members: MarkedClassesSearch['members'],
): Promise<FoundMarkedClass[]> => {
  const { rows } = await pool.query<{ class: FoundMarkedClass }>(FIND, [
    members.map(({ courseId }) => courseId),
    members.map(({ studentId }) => studentId),
  ]);
  return rows.map((row) => row.class);
};
