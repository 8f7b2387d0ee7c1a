-- Up Migration

-- Teachers find students by registration number.
CREATE INDEX students_reg_no_idx ON students (lower(reg_no)) WHERE reg_no <> '';
