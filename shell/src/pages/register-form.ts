import type { departments } from '@qr-attendance/contracts';
import type { Registration } from '../identity/identity-context.ts';

type Department = (typeof departments)[number];

/** What the form holds; fields of the other user type are absent. */
export interface RegisterForm {
  name: string;
  email: string;
  password: string;
  confirm: string;
  userType: Registration['userType'];
  department: Department;
  usn: string;
  regNo: string;
  semester: number;
  employeeId: string;
  /** Asked for only where teachers register by invite. */
  inviteCode?: string;
}

/** The payload of the chosen user type. */
export const toRegistration = (form: RegisterForm): Registration => {
  const { name, email, password, department } = form;
  if (form.userType === 'TEACHER')
    return {
      userType: 'TEACHER',
      name,
      email,
      password,
      department,
      employeeId: form.employeeId,
      ...(form.inviteCode ? { inviteCode: form.inviteCode } : {}),
    };
  const { usn, regNo, semester } = form;
  return { userType: 'STUDENT', name, email, password, department, usn, regNo, semester };
};
