import type { Pool } from 'pg';

/**
 * All but the bare facts of the marks of `$1`, which keep counts right, and the lines of their history, without what was
 * written in them.
 */
const SQL = `
  WITH own AS MATERIALIZED (SELECT id FROM marks WHERE student_id = $1),
  pictures AS (DELETE FROM selfies WHERE mark_id IN (SELECT id FROM own)),
  texts AS (
    DELETE FROM mark_audit_texts WHERE audit_id IN (
      SELECT a.id FROM mark_audit a JOIN own ON own.id = a.mark_id)
  ),
  flags AS (DELETE FROM mark_flags WHERE student_id = $1),
  places AS (DELETE FROM mark_positions WHERE student_id = $1),
  pins AS (DELETE FROM pin_attempts WHERE student_id = $1),
  tries AS (DELETE FROM place_tries WHERE student_id = $1),
  letters AS (DELETE FROM dead_letters WHERE strpos(letter, $1::uuid::text) > 0),
  challenges AS (DELETE FROM passkey_challenges WHERE student_id = $1),
  security AS (DELETE FROM student_security WHERE student_id = $1 RETURNING passkeys),
  counters AS (
    DELETE FROM passkey_counters USING security, jsonb_array_elements(security.passkeys) AS passkey
     WHERE credential_id = passkey ->> 'credentialId'
  )
  UPDATE marks
     SET device_id = NULL, device_key = NULL, distance_band = NULL, selfie_hash = NULL, flagged_at = NULL,
         disputed_at = NULL, dispute_note = NULL, dispute_answered_at = NULL, dispute_answer = NULL
   WHERE student_id = $1`;

/** Deletes what tells of a person who is no more. Repeatable. */
export const makeErasePerson =
  (pool: Pool) =>
  async (personId: string): Promise<void> => {
    await pool.query(SQL, [personId]);
  };
export type ErasePerson = ReturnType<typeof makeErasePerson>;
