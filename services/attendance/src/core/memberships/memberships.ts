import { campusDay } from '@qr-attendance/server';
import type { MembershipChanged } from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';

/**
 * Saves all periods of a student in a course unless a newer version is stored. A change queues a recount of
 * the course; a repetition changes nothing.
 */
const SAVE = `
  WITH saved AS (
    INSERT INTO members AS m (course_id, student_id, active, enrolled_at, periods, version)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (course_id, student_id) DO UPDATE
      SET active = excluded.active, enrolled_at = excluded.enrolled_at, periods = excluded.periods, version = excluded.version
      WHERE m.version < excluded.version OR m.version = excluded.version AND m.* IS DISTINCT FROM excluded.*
    RETURNING *
  ), periods AS (
    INSERT INTO memberships (course_id, section_id, student_id, number, began, began_day, ended, voided)
    SELECT $1, p.section_id, $2, p.number, p.began, p.began_day, p.ended, p.voided
      FROM saved, jsonb_to_recordset($7::jsonb) AS p (
        section_id text, number integer, began timestamptz, began_day date, ended timestamptz, voided boolean)
    ON CONFLICT (course_id, student_id, number) DO UPDATE
      SET section_id = excluded.section_id, began = excluded.began, began_day = excluded.began_day, ended = excluded.ended, voided = excluded.voided
  ), audit_entries AS (
    INSERT INTO audit_log (course_id, student_id, action, details)
    SELECT course_id, student_id, 'membership_changed', periods FROM saved
  )
  INSERT INTO recounts (course_id, student_id) SELECT course_id, student_id FROM saved`;

export const createSaveMembership =
  (pool: Pool, zone: string) =>
  async ({ courseId, studentId, active, enrolledAt, periods, version }: MembershipChanged) => {
    const rows = periods.map(({ sectionId, began, ended, voided }, number) => ({
      section_id: sectionId,
      number,
      began,
      ended,
      voided,
      began_day: campusDay(new Date(began), zone),
    }));
    await pool.query(SAVE, [
      courseId,
      studentId,
      active,
      enrolledAt,
      JSON.stringify(periods),
      version,
      JSON.stringify(rows),
    ]);
  };
