import type { StudentInfo } from '@qr-attendance/contracts';

/** A student's columns; null where the person is not known here. */
export interface StudentRow {
  name: string | null;
  email: string | null;
  usn: string | null;
  reg_no: string | null;
}

/** A student as lists for teachers show it. */
export const toStudentInfo = (id: string, { name, email, usn, reg_no: regNo }: StudentRow): StudentInfo => ({
  _id: id,
  name: name ?? '',
  email: email ?? '',
  ...(usn && { usn }),
  ...(regNo && { regNo }),
});
