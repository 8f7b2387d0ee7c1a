import type { StudentInfo } from '@qr-attendance/contracts';

export interface StudentRow {
  name: string | null;
  email: string | null;
  usn: string | null;
  reg_no: string | null;
  registered: boolean | null;
}

export const toStudentInfo = (
  id: string,
  { name, email, usn, reg_no: regNo, registered }: StudentRow,
): StudentInfo => ({
  _id: id,
  name: name ?? '',
  email: email ?? '',
  ...(usn && { usn }),
  ...(regNo && { regNo }),
  ...(registered === false && { registered }),
});
