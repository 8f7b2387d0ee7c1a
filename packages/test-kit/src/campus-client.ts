import { randomUUID } from 'node:crypto';
import {
  routes,
  type AttendanceSubmission,
  type Course,
  type InputOf,
  type Registration,
  type SecurityPreferences,
  type Session,
} from '@qr-attendance/contracts';
import type { ServiceUrls } from '@qr-attendance/stack';
import { createCalls, type CampusClientOptions } from './campus-calls.ts';
import { createDevice } from './create-device.ts';
import { type Member, NOTHING_REQUIRED, PASSWORD, PIN, signedMark } from './member.ts';

type TokenHolder = Pick<Member, 'token'>;
export type SessionChoices = Partial<InputOf<typeof routes.session.createSession, 'body'>>;
/** The fields of a mark, except those that the scanning device adds. */
type MarkChoices = Pick<AttendanceSubmission, 'ticket'> & Partial<AttendanceSubmission>;

export const cookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/**
 * Uses a campus like the web app: registers people, and lets them teach, enroll, scan and mark. Sends
 * requests to a gateway, or directly to each service.
 */
export const createCampusClient = (target: string | ServiceUrls, options: CampusClientOptions = {}) => {
  const { exchange, succeed, must, parse, call } = createCalls(target, options);

  const enter = async (
    route: typeof routes.auth.register | typeof routes.auth.login,
    form: { email: string; password: string },
    headers?: Record<string, string>,
  ): Promise<Member> => {
    const answer = await succeed('POST', route.path, { body: form, headers });
    const { token, user } = parse(route, answer.body);
    const device = createDevice();
    const { _id: id, name } = user;
    const cookie = cookieOf(answer.headers);
    return { id, name, email: form.email, token, cookie, deviceId: device.deviceId, device };
  };
  const register = (form: Partial<Registration>, headers?: Record<string, string>): Promise<Member> => {
    const details =
      form.userType === 'TEACHER'
        ? { name: 'Ada Lovelace', employeeId: 'E1' }
        : { name: 'Grace Hopper', usn: 'U1', regNo: 'R1', semester: 3 };
    const account = { email: `${randomUUID()}@campus.example`, password: PASSWORD };
    return enter(
      routes.auth.register,
      { ...account, department: 'Computer Science', ...details, ...form },
      headers,
    );
  };

  const student = (name?: string) => register({ userType: 'STUDENT', ...(name && { name }) });
  const setPin = ({ token }: TokenHolder, pin = PIN) => call(routes.auth.setPin, { token, body: { pin } });
  const registerDevice = ({ token, device }: Pick<Member, 'token' | 'device'>, deviceName = 'Test phone') => {
    const { deviceId, publicKey } = device;
    return call(routes.auth.registerDevice, { token, body: { deviceId, deviceName, publicKey } });
  };
  const prepare = async (member: Member): Promise<void> => {
    await setPin(member);
    await registerDevice(member);
  };
  const requireOnly = ({ token }: TokenHolder, checks: Partial<SecurityPreferences> = {}) =>
    call(routes.auth.updateSecurity, {
      token,
      body: { securityPreferences: { ...NOTHING_REQUIRED, ...checks } },
    });

  return {
    exchange,
    must,
    call,
    register,
    signIn: (email: string, password = PASSWORD): Promise<Member> =>
      enter(routes.auth.login, { email, password }),
    teacher: (name?: string): Promise<Member> => register({ userType: 'TEACHER', ...(name && { name }) }),
    /** Creates a student with the default checks, without a PIN or a registered device. */
    student,
    setPin,
    registerDevice,
    prepare,
    requireOnly,
    /** Creates a student with a PIN and a registered device, whose preferences require only these checks. */
    preparedStudent: async (name?: string, checks: Partial<SecurityPreferences> = {}): Promise<Member> => {
      const member = await student(name);
      await prepare(member);
      await requireOnly(member, checks);
      return member;
    },
    course: (
      { token }: TokenHolder,
      code = `CS${randomUUID().slice(0, 6)}`,
      name = 'Algorithms',
      headers?: Record<string, string>,
    ): Promise<Course> =>
      call(routes.course.createCourse, { token, headers, body: { name, code, semester: 3 } }),
    enroll: ({ token }: TokenHolder, { _id: id }: Pick<Course, '_id'>) =>
      call(routes.course.enroll, { token, params: { id } }),
    /** Creates a session that began a minute ago, unless the choices contain another time. */
    session: (
      { token }: TokenHolder,
      { _id: courseId }: Pick<Course, '_id'>,
      choices: SessionChoices = {},
      headers?: Record<string, string>,
    ): Promise<Session> =>
      call(routes.session.createSession, {
        token,
        headers,
        body: {
          courseId,
          date: new Date().toISOString().slice(0, 10),
          startTime: new Date(Date.now() - 60_000).toISOString(),
          ...choices,
        },
      }),
    endSession: ({ token }: TokenHolder, { _id: id }: Pick<Session, '_id'>) =>
      call(routes.session.endSession, { token, params: { id }, body: { active: false } }),
    scan: ({ token }: TokenHolder, qrCode: string) =>
      call(routes.session.verifyCode, { token, params: { qrCode } }),
    scanSigned: ({ token, device }: Pick<Member, 'token' | 'device'>, qrCode: string) =>
      call(routes.session.verifyCode, { token, params: { qrCode }, headers: device.scanHeaders(qrCode) }),
    mark: async (member: Pick<Member, 'token' | 'device'>, mark: MarkChoices) =>
      parse(
        routes.attendance.markAttendance,
        await must('POST', routes.attendance.markAttendance.path, signedMark(member, mark)),
      ),
  };
};
export type CampusClient = ReturnType<typeof createCampusClient>;
