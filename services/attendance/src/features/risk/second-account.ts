/** SQL: when the account first enrolled; of two accounts of a person, the older account is the genuine one. */
const FIRST_ENROLLED = (studentId: string) => `
  (SELECT min(m.began) FROM members e JOIN memberships m USING (course_id, student_id)
    WHERE e.student_id = ${studentId} AND NOT m.voided)`;

/** SQL: the name for comparisons; ignores invisible joiners. */
const COMPARED_NAME = (person: string) => `fold_for_search(translate(${person}.name, E'\\u200C\\u200D', ''))`;

/** SQL: another account has the student's name and USN, and enrolled earlier. */
export const isSecondAccount = (studentId: string): string => `
  EXISTS (
    SELECT FROM people p, people o
     WHERE p.id = ${studentId}
       AND fold_for_search(o.usn) = fold_for_search(p.usn) AND ${COMPARED_NAME('o')} = ${COMPARED_NAME('p')}
       AND o.user_type = 'STUDENT' AND NOT o.erased AND NOT o.withdrawn AND p.usn <> '' AND o.id <> p.id
       AND NOT EXISTS (SELECT FROM person_aliases a WHERE a.alias_id = o.id)
       AND ${FIRST_ENROLLED('o.id')} < ${FIRST_ENROLLED('p.id')})`;
