import type { Registration } from '../identity/identity-context.ts';

type Of<UserType> = Omit<Extract<Registration, { userType: UserType }>, 'userType'>;

export interface RegisterForm extends Of<'STUDENT'>, Of<'TEACHER'> {
  userType: Registration['userType'];
  confirm: string;
}

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
  return {
    ...{ userType: 'STUDENT', name, email, password, department, semester },
    ...(usn === undefined ? {} : { usn }),
    ...(regNo === undefined ? {} : { regNo }),
  };
};
