import type { Registration } from '../identity/identity-context.ts';

type RegistrationOf<UserType> = Omit<Extract<Registration, { userType: UserType }>, 'userType'>;

export interface RegisterForm
  extends Omit<RegistrationOf<'STUDENT'>, 'refuseTakenNumbers'>, RegistrationOf<'TEACHER'> {
  userType: Registration['userType'];
  confirm: string;
}

/** @param refuseTakenNumbers whether the server rejects numbers that another person has */
export const toRegistration = (form: RegisterForm, refuseTakenNumbers: boolean): Registration => {
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
    userType: 'STUDENT',
    name,
    email,
    password,
    department,
    semester,
    ...(usn === undefined ? {} : { usn }),
    ...(regNo === undefined ? {} : { regNo }),
    refuseTakenNumbers,
  };
};
