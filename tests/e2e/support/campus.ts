import { randomUUID } from 'node:crypto';
import type { AttendanceRecord, Course, Session, VerifiedScan } from '@qr-attendance/contracts';
import { createDevice, type TestDevice } from '@qr-attendance/test-kit';

export const PASSWORD = 'correct horse battery';
export const PIN = '2468';

export const request = async (
  baseUrl: string,
  method: string,
  path: string,
  { token, body, headers }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: unknown; headers: Headers }> => {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
};

export interface Member {
  token: string;
  id: string;
  name: string;
  email: string;
  deviceId: string;
  /** The device that signs the API calls of tests; a browser has its own key. */
  device: TestDevice;
}

export const signedMark = ({ token, device }: Member, mark: object) => {
  const { deviceId, publicKey: deviceKey } = device;
  const body = JSON.stringify({ deviceId, deviceKey, ...mark });
  return { token, body, headers: device.headersFor(body) };
};

const memberWith = (known: Omit<Member, 'device' | 'deviceId'>): Member => {
  const device = createDevice();
  return { ...known, device, deviceId: device.deviceId };
};

export const campus = (baseUrl: string) => {
  const call = async <Answer>(
    method: string,
    path: string,
    token?: string,
    body?: unknown,
  ): Promise<Answer> => {
    const answer = await request(baseUrl, method, path, { ...(token ? { token } : {}), body });
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Answer;
  };
  const register = async (details: object, name: string): Promise<Member> => {
    const email = `${randomUUID()}@campus.example`;
    const body = { name, email, password: PASSWORD, department: 'Computer Science', ...details };
    const { token, user } = await call<{ token: string; user: { _id: string } }>(
      'POST',
      '/api/auth/register',
      undefined,
      body,
    );
    return memberWith({ token, id: user._id, name, email });
  };

  const signIn = async (email: string, password = PASSWORD): Promise<Member> => {
    const { token, user } = await call<{ token: string; user: { _id: string; name: string } }>(
      'POST',
      '/api/auth/login',
      undefined,
      { email, password },
    );
    return memberWith({ token, id: user._id, name: user.name, email });
  };

  return {
    call,
    signIn,
    teacher: (name = 'Ada Lovelace') => register({ userType: 'TEACHER', employeeId: 'E1' }, name),
    student: (name = 'Grace Hopper') =>
      register({ userType: 'STUDENT', usn: 'U1', regNo: 'R1', semester: 3 }, name),
    course: (teacher: Member, code = `CS${randomUUID().slice(0, 6)}`) =>
      call<Course>('POST', '/api/courses', teacher.token, { name: 'Algorithms', code, semester: 3 }),
    enroll: (student: Member, course: Course) =>
      call('POST', `/api/courses/${course._id}/enroll`, student.token),
    prepare: async (student: Member) => {
      await call('POST', '/api/auth/set-pin', student.token, { pin: PIN });
      await call('POST', '/api/auth/register-device', student.token, {
        deviceId: student.deviceId,
        deviceName: 'Test phone',
        publicKey: student.device.publicKey,
      });
    },
    session: (teacher: Member, course: Course, more: object = {}) =>
      call<Session>('POST', '/api/sessions', teacher.token, {
        courseId: course._id,
        date: new Date().toISOString().slice(0, 10),
        startTime: new Date(Date.now() - 60_000).toISOString(),
        ...more,
      }),
    mark: async (student: Member, mark: object): Promise<AttendanceRecord> => {
      const answer = await request(baseUrl, 'POST', '/api/attendance', signedMark(student, mark));
      if (answer.status !== 201) throw new Error(`a mark: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body as AttendanceRecord;
    },
    scan: (student: Member, code: string) =>
      call<VerifiedScan>('GET', `/api/sessions/verify/${code}`, student.token),
    scanSigned: async ({ token, device }: Member, code: string): Promise<VerifiedScan> => {
      const headers = device.scanHeaders(code);
      const answer = await request(baseUrl, 'GET', `/api/sessions/verify/${code}`, { token, headers });
      if (answer.status !== 200) throw new Error(`a scan: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body as VerifiedScan;
    },
  };
};
export type Campus = ReturnType<typeof campus>;
