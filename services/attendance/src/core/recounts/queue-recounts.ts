/** Queues a recount in each course of the session. The session is unknown only where past classes are seeded. */
export const recountSql = (rows: string): string => `
  INSERT INTO recounts (course_id, session_id, student_id)
  SELECT unnest(coalesce((SELECT s.course_ids FROM sessions s WHERE s.id = r.session_id), ARRAY[r.course_id])),
         r.session_id, r.student_id FROM ${rows} AS r`;
