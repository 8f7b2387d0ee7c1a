import type { UserChanged } from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';

/**
 * Saves the newest published state of a person. When a record is merged or separated, both records are
 * recounted in every course in which either has facts.
 */
const SAVE = `
  WITH newest AS (
    SELECT id FROM people WHERE id = $1 AND version = $3
  ), former AS (
    SELECT person_id FROM person_aliases WHERE alias_id = $1
  ), written AS (
    INSERT INTO person_aliases AS a (alias_id, person_id) SELECT id, $2::uuid FROM newest WHERE $2::uuid IS NOT NULL
    ON CONFLICT (alias_id) DO UPDATE SET person_id = excluded.person_id WHERE a.person_id <> excluded.person_id
    RETURNING alias_id
  ), deleted AS (
    DELETE FROM person_aliases WHERE alias_id IN (SELECT id FROM newest) AND $2::uuid IS NULL RETURNING alias_id
  ), concerned AS MATERIALIZED (
    SELECT id FROM (SELECT $1::uuid AS id UNION SELECT $2::uuid UNION SELECT person_id FROM former) AS ids
     WHERE id IS NOT NULL AND (EXISTS (SELECT FROM written) OR EXISTS (SELECT FROM deleted))
  ), facts AS (
    SELECT session_id FROM scans WHERE student_id IN (SELECT id FROM concerned)
     UNION SELECT session_id FROM decisions WHERE student_id IN (SELECT id FROM concerned)
  )
  INSERT INTO recounts (course_id, student_id)
  SELECT course_id, id
    FROM (SELECT s.course_id FROM facts f JOIN sessions s ON s.id = f.session_id
           UNION SELECT course_id FROM members WHERE student_id IN (SELECT id FROM concerned)) AS courses
   CROSS JOIN concerned`;

export const createSaveMerge =
  (pool: Pool) =>
  async ({ id, mergedInto, version }: Pick<UserChanged, 'id' | 'mergedInto' | 'version'>): Promise<void> => {
    if (mergedInto !== undefined) await pool.query(SAVE, [id, mergedInto, version]);
  };

export const recordsOf = (parameter: string): string =>
  `(ARRAY(SELECT alias_id FROM person_aliases WHERE person_id = ${parameter}::uuid) || ${parameter}::uuid)`;
