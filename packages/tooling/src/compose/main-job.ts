import { randomUUID } from 'node:crypto';
import { call, createDevice } from '@qr-attendance/test-kit';
import pRetry from 'p-retry';

const PASSWORD = 'correct horse battery';
/** On a busy machine a Kafka that has just started delivers slowly. */
const PATIENCE = { retries: Infinity, minTimeout: 500, factor: 1, maxRetryTime: 60_000 };

type Asked = NonNullable<Parameters<typeof call>[3]>;

const securityPreferences = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};

export interface Held {
  courseId: string;
  sessionId: string;
  studentId: string;
  teacher: { email: string; password: string };
}

const createClient =
  (url: string) =>
  async <Body>(method: string, path: string, asked: Asked = {}): Promise<Body> => {
    const { status, body } = await call<Body>(url, method, path, asked);
    if (status < 200 || status > 299)
      throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };

export const seeMark = async (url: string, { sessionId, studentId, teacher }: Held): Promise<void> => {
  const ask = createClient(url);
  const { token } = await ask<{ token: string }>('POST', '/api/auth/login', { body: teacher });
  await pRetry(async () => {
    const marks = await ask<{ studentId: unknown; status: string }[]>(
      'GET',
      `/api/attendance?sessionId=${sessionId}`,
      { token },
    );
    const [mark] = marks;
    if (marks.length !== 1 || mark?.status !== 'PRESENT' || !JSON.stringify(mark).includes(studentId))
      throw new Error(`the teacher sees ${JSON.stringify(marks)}`);
  }, PATIENCE);
};

/** Registers, creates a course and a session, enrolls, scans and marks through the gateway. */
export const holdClass = async (url: string): Promise<Held> => {
  const ask = createClient(url);
  const register = (userType: 'TEACHER' | 'STUDENT', details: Record<string, unknown>) => {
    const email = `${randomUUID()}@campus.example`;
    const body = {
      userType,
      name: 'Ada Lovelace',
      email,
      password: PASSWORD,
      department: 'Electronics',
      ...details,
    };
    return ask<{ token: string; user: { _id: string; email: string } }>('POST', '/api/auth/register', {
      body,
    });
  };
  const teacher = await register('TEACHER', { employeeId: 'E1' });
  const student = await register('STUDENT', { usn: 'U1', regNo: 'R1', semester: 3 });
  await ask('POST', '/api/auth/update-security', { token: student.token, body: { securityPreferences } });
  const course = await ask<{ _id: string }>('POST', '/api/courses', {
    token: teacher.token,
    body: { name: 'Analytical Engines', code: 'AE101', semester: 3 },
  });
  await ask('POST', `/api/courses/${course._id}/enroll`, { token: student.token });
  const session = await ask<{ _id: string; qrCode: string }>('POST', '/api/sessions', {
    token: teacher.token,
    body: {
      courseId: course._id,
      date: new Date().toISOString().slice(0, 10),
      startTime: new Date(Date.now() - 60_000).toISOString(),
      refreshInterval: 300,
    },
  });
  const { ticket } = await ask<{ ticket: string }>('GET', `/api/sessions/verify/${session.qrCode}`, {
    token: student.token,
  });
  const device = createDevice();
  const body = JSON.stringify({ ticket, deviceId: device.deviceId, deviceKey: device.publicKey });
  await ask('POST', '/api/attendance', { token: student.token, body, headers: device.headersFor(body) });
  const held = {
    courseId: course._id,
    sessionId: session._id,
    studentId: student.user._id,
    teacher: { email: teacher.user.email, password: PASSWORD },
  };
  await seeMark(url, held);
  return held;
};
