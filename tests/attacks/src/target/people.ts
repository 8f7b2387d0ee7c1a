import { randomUUID } from 'node:crypto';
import {
  type AnonymousScan,
  type AttendanceRecord,
  type Course,
  type FlaggedAttempt,
  type FreshCode,
  type Session,
  type SessionPolicyChoice,
  type VerifiedScan,
} from '@qr-attendance/contracts';
import { createDevice, type TestDevice } from '@qr-attendance/test-kit';
import { exchange, exchangeInTurn, type Answer, type Request } from './exchange.ts';

export const PASSWORD = 'a long walk along the river';
export const PIN = '2468';

export const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');

export interface Person {
  id: string;
  name: string;
  email: string;
  token: string;
  cookie: string;
}
export interface Student extends Person {
  device: TestDevice;
}
export interface NewSession {
  refreshInterval?: number;
  policy?: SessionPolicyChoice;
  location?: { latitude: number; longitude: number; radius: number };
  startTime?: string;
}
export interface Lesson {
  teacher: Person;
  course: Course;
  session: Session & { qrCode: string };
}

const NOTHING_REQUIRED = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};

/** @param url address of the system, or a function if each path has its own server */
export const createPeople = (url: string | ((path: string) => string)) => {
  const baseOf = typeof url === 'string' ? () => url : url;
  const call = <Body = Record<string, unknown>>(method: string, path: string, request?: Request) =>
    exchange<Body>(baseOf(path), method, path, request);
  const must = async <Body>(method: string, path: string, request?: Request): Promise<Body> => {
    const { status, body } = await call<Body>(method, path, request);
    if (status > 299) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };

  const register = async (details: object, name: string): Promise<Person> => {
    const email = `${randomUUID()}@campus.example`;
    const { body, headers, status } = await exchangeInTurn<{ token: string; user: { _id: string } }>(
      baseOf('/api/auth/register'),
      'POST',
      '/api/auth/register',
      { body: { name, email, password: PASSWORD, department: 'Electronics', ...details } },
    );
    if (status !== 201) throw new Error(`registering: ${status} ${JSON.stringify(body)}`);
    const cookie = cookiesOf(headers);
    return { id: body.user._id, name, email, token: body.token, cookie };
  };
  const teacher = (name = 'Tess Teacher') => register({ userType: 'TEACHER', employeeId: 'E1' }, name);

  const newcomer = async (name = 'Stan Student'): Promise<Student> => {
    const person = await register({ userType: 'STUDENT', usn: randomUUID(), regNo: 'R1', semester: 3 }, name);
    return { ...person, device: createDevice() };
  };
  const registerDevice = ({ token, device: { deviceId, publicKey } }: Student) => {
    const body = { deviceId, deviceName: 'Phone', publicKey };
    return must('POST', '/api/auth/register-device', { token, body });
  };
  /** Creates a student with a PIN and a registered device, without additional checks. */
  const student = async (name = 'Stan Student', preferences: object = {}): Promise<Student> => {
    const one = await newcomer(name);
    const { token } = one;
    await must('POST', '/api/auth/set-pin', { token, body: { pin: PIN } });
    await registerDevice(one);
    const securityPreferences = { ...NOTHING_REQUIRED, ...preferences };
    await must('POST', '/api/auth/update-security', { token, body: { securityPreferences } });
    return one;
  };

  const lesson = async (more: NewSession = {}): Promise<Lesson> => {
    const owner = await teacher();
    const { token } = owner;
    const course = await must<Course>('POST', '/api/courses', {
      token,
      body: { name: 'Cryptography', code: `A${randomUUID().slice(0, 8)}`, semester: 3 },
    });
    const { location, ...rest } = more;
    const session = await must<Lesson['session']>('POST', '/api/sessions', {
      token,
      body: {
        courseId: course._id,
        date: new Date().toISOString().slice(0, 10),
        startTime: new Date(Date.now() - 60_000).toISOString(),
        refreshInterval: 300,
        ...(location ? { useLocation: true, location } : {}),
        ...rest,
      },
    });
    return { teacher: owner, course, session };
  };
  const enroll = ({ token }: Person, { course }: Lesson) =>
    must('POST', `/api/courses/${course._id}/enroll`, { token });
  const member = async (running: Lesson): Promise<Student> => {
    const one = await student();
    await enroll(one, running);
    return one;
  };
  const showNextCode = (
    { teacher: { token }, session }: Lesson,
    refreshInterval?: number,
  ): Promise<FreshCode> => {
    const body = refreshInterval === undefined ? {} : { refreshInterval };
    return must<FreshCode>('POST', `/api/sessions/${session._id}/refresh`, { token, body });
  };
  const nextCode = async (running: Lesson, refreshInterval?: number): Promise<string> =>
    (await showNextCode(running, refreshInterval)).qrCode;
  const verify = ({ token }: Person, code: string) =>
    call<VerifiedScan>('GET', `/api/sessions/verify/${code}`, { token });
  const scanSigned = async (
    { token, device: own }: Student,
    { session }: Lesson,
    device: TestDevice = own,
  ): Promise<string> => {
    const path = `/api/sessions/verify/${session.qrCode}`;
    const headers = device.scanHeaders(session.qrCode);
    return (await must<VerifiedScan>('GET', path, { token, headers })).ticket;
  };
  const scan = async (person: Person, { session }: Lesson): Promise<string> => {
    const { status, body } = await verify(person, session.qrCode);
    if (status !== 200) throw new Error(`scanning: ${status} ${JSON.stringify(body)}`);
    return body.ticket;
  };
  const scanBeforeSignIn = async ({ publicKey, headersFor }: TestDevice, code: string): Promise<string> => {
    const body = JSON.stringify({ code, deviceKey: publicKey });
    const request = { body, headers: headersFor(body) };
    return (await must<AnonymousScan>('POST', '/api/sessions/scans', request)).scan;
  };
  /** `more` is added to the body, and `headers` replace the signature of the student's phone. */
  const mark = (
    { token, device }: Student,
    ticket: string,
    more: object = {},
    headers?: Record<string, string>,
  ): Promise<Answer> => {
    const body = JSON.stringify({
      ticket,
      deviceId: device.deviceId,
      deviceKey: device.publicKey,
      ...more,
    });
    return call('POST', '/api/attendance', { token, body, headers: headers ?? device.headersFor(body) });
  };
  const roster = ({ teacher: { token }, session }: Lesson) =>
    must<AttendanceRecord[]>('GET', `/api/attendance?sessionId=${session._id}`, { token });
  const flagsIn = async (running: Lesson): Promise<Map<string, string[]>> => {
    const { token } = running.teacher;
    const path = `/api/attendance/attempts?sessionId=${running.session._id}`;
    const attempts = await must<FlaggedAttempt[]>('GET', path, { token });
    return new Map(
      [...(await roster(running)), ...attempts].map(({ student: { _id }, flags = [] }) => [
        _id,
        flags.map(({ reason }) => reason),
      ]),
    );
  };

  return {
    call,
    must,
    teacher,
    newcomer,
    registerDevice,
    student,
    lesson,
    enroll,
    member,
    nextCode,
    showNextCode,
    verify,
    scan,
    scanSigned,
    scanBeforeSignIn,
    mark,
    roster,
    flagsIn,
  };
};
export type People = ReturnType<typeof createPeople>;
