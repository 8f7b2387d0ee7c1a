import { randomUUID } from 'node:crypto';
import { routes } from '@qr-attendance/contracts';
import { createCall } from '@qr-attendance/stack';
import type { System } from '@qr-attendance/stack';
import { createDevice, type TestDevice, tokenSigner } from '@qr-attendance/test-kit';

export const PIN = '2468';
export const PASSWORD = 'a long walk along the river';
/** Longer than any run, because the renewal of tokens is not measured. */
export const TOKEN_SECONDS = 6 * 3_600;

export interface Person {
  id: string;
  email: string;
  token: string;
}
export interface Student extends Person {
  device: TestDevice;
}

/** Tokens that the gateway has not checked before and so does not remember. */
export const withFreshTokens = ({ secrets }: Pick<System, 'secrets'>, students: Student[]): Student[] => {
  const { tokenFor } = tokenSigner(secrets);
  return students.map((student) => {
    const user = { id: student.id, userType: 'STUDENT' as const, name: 'Stan Bench' };
    return { ...student, token: tokenFor(user, TOKEN_SECONDS) };
  });
};

export const createRegister = ({ url, ask, secrets }: System) => {
  const call = createCall(url, ask);
  const { tokenFor } = tokenSigner(secrets);

  const register = async (
    details:
      | { userType: 'TEACHER'; employeeId: string }
      | { userType: 'STUDENT'; usn: string; regNo: string; semester: number },
  ): Promise<Person & { ownToken: string }> => {
    const [id, name] = [randomUUID(), `${details.userType === 'TEACHER' ? 'Tess' : 'Stan'} Bench`];
    const email = `${id}@campus.example`;
    const { user, token: ownToken } = await call(routes.auth.register, {
      body: { name, email, password: PASSWORD, department: 'Electronics', ...details },
    });
    const { userType } = details;
    return {
      id: user._id,
      email,
      ownToken,
      token: tokenFor({ id: user._id, userType, name }, TOKEN_SECONDS),
    };
  };

  const student = async (): Promise<Student> => {
    // Adding a device requires a sign-in with the password, which a token of our own is not.
    const { ownToken: token, ...person } = await register({
      userType: 'STUDENT',
      usn: 'U1',
      regNo: 'R1',
      semester: 3,
    });
    const device = createDevice();
    await call(routes.auth.setPin, { token, body: { pin: PIN } });
    const { deviceId, publicKey } = device;
    await call(routes.auth.registerDevice, { token, body: { deviceId, deviceName: 'Phone', publicKey } });
    return { ...person, device };
  };

  return {
    teacher: () => register({ userType: 'TEACHER', employeeId: 'E1' }),
    student,
  };
};
