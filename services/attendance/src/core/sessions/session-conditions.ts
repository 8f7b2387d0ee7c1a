export const inSectionsSql = (row: string): string =>
  `(${row}.course_id = ANY (s.course_ids) AND (s.section_ids IS NULL OR ${row}.section_id = ANY (s.section_ids)))`;

/**
 * The period `m` of a membership was not over when the session `s` started, and began on its day or in its night at the
 * latest, as in the view `attendance`.
 */
export const DURING_SESSION = `
  (${inSectionsSql('m')} AND NOT m.voided AND (m.began_day <= s.session_date OR m.began < s.start_time + interval '12 hours')
   AND (m.ended IS NULL OR m.ended > s.start_time))`;

/**
 * SQL: the student `e` of a course is or was in one of the given sections. Staff who read only these sections also see
 * the past of students who have moved away, as on rosters.
 */
export const wereInSections = (sections: string): string => `
  EXISTS (SELECT FROM memberships m
           WHERE m.course_id = e.course_id AND m.student_id = e.student_id AND NOT m.voided AND m.began <= now()
             AND (m.ended IS NULL OR m.ended > m.began) AND m.section_id = ANY (${sections}))`;
export const areInSections = (sections: string): string => `e.section_id = ANY (${sections})`;

export const inCoursesSql = (parameter: string): string =>
  `(s.course_id = ANY (${parameter}::text[]) OR s.joint_course_ids && ${parameter}::text[])`;

/** SQL: the student's own course among the courses of the session `s`; for guests, the session's course. */
export const courseSql = (row: string): string => `
  CASE WHEN s.joint_course_ids = '{}' THEN s.course_id
       ELSE coalesce((SELECT x.course_id FROM session_students x WHERE x.session_id = s.id AND x.student_id = ${row}.student_id),
                     s.course_id) END`;

/**
 * This is the condition of the view `attendance`: decisions made before the class, and excuses, prove
 * nothing.
 */
export const CLASS_TOOK_PLACE = `(s.held OR EXISTS (SELECT FROM scans h WHERE h.session_id = s.id)
  OR EXISTS (SELECT FROM decisions h WHERE h.session_id = s.id AND h.status <> 'EXCUSED' AND h.decided_at >= s.start_time))`;

/** SQL: the class was created by mistake: it was canceled before anybody could have seen it. */
export const CLASS_WAS_MISTAKE = `EXISTS (
  SELECT FROM session_revisions r
   WHERE r.session_id = s.id AND r.number = 0 AND r.at > s.canceled_at - interval '15 minutes')`;
