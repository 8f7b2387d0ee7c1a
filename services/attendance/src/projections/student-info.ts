/**
 * SQL: the student of a row `p` of `people` as pages show them, without a name if unknown.
 * @param id used if the student is not in `people`
 */
export const studentInfo = (id: string): string => `
  jsonb_strip_nulls(jsonb_build_object(
    '_id', ${id}, 'name', coalesce(p.name, ''), 'email', coalesce(p.email, ''), 'usn', nullif(p.usn, ''),
    'regNo', nullif(p.reg_no, ''), 'registered', CASE WHEN NOT p.registered THEN false END))`;
