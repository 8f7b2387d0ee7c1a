/** The older one of two accounts of a person is the student's own. */
const FIRST_ENROLLED = (studentId: string) => `
  (SELECT min(m.began) FROM members e JOIN memberships m USING (course_id, student_id)
    WHERE e.student_id = ${studentId} AND NOT m.voided)`;

/** Names that differ only in invisible joiners are the same. */
const COMPARED_NAME = (person: string) => `fold_for_search(translate(${person}.name, E'\\u200C\\u200D', ''))`;

/** The condition that somebody else has the name and USN of a student, and was enrolled before. */
export const isSecondAccount = (studentId: string): string => `
  EXISTS (
    SELECT FROM people p, people o
     WHERE p.id = ${studentId}
       AND fold_for_search(o.usn) = fold_for_search(p.usn) AND ${COMPARED_NAME('o')} = ${COMPARED_NAME('p')}
       AND o.user_type = 'STUDENT' AND NOT o.erased AND NOT o.withdrawn AND p.usn <> '' AND o.id <> p.id
       AND NOT EXISTS (SELECT FROM person_aliases a WHERE a.alias_id = o.id)
       AND ${FIRST_ENROLLED('o.id')} < ${FIRST_ENROLLED('p.id')})`;
