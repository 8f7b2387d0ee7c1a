import { randomUUID } from 'node:crypto';
import type { Ask } from './ask.ts';

interface System {
  ask: Ask;
}

const PASSWORD = 'correct horse battery';

const register = async ({ ask }: System, userType: 'TEACHER' | 'STUDENT', name: string) => {
  const details = userType === 'TEACHER' ? { employeeId: 'E1' } : { usn: 'U1', regNo: 'R1', semester: 3 };
  const email = `${randomUUID()}@campus.example`;
  const form = { userType, name, email, password: PASSWORD, department: 'Electronics', ...details };
  const { token } = await ask<{ token: string }>('auth', 'POST', '/api/auth/register', { body: form });
  return { email, token };
};

export const holdClass = async (system: System) => {
  const { ask } = system;
  const teacher = await register(system, 'TEACHER', 'Ada Lovelace');
  const { token } = teacher;
  const body = { name: 'Algorithms', code: 'CS201', semester: 3 };
  const course = await ask<{ _id: string }>('course', 'POST', '/api/courses', { token, body });
  const students = [
    await register(system, 'STUDENT', 'Grace Höpper'),
    await register(system, 'STUDENT', 'Alan'),
  ];
  for (const student of students) {
    const off = { requireBiometric: false, requireDeviceVerification: false, requireSelfie: false };
    const securityPreferences = { requirePin: false, ...off };
    await ask('auth', 'POST', '/api/auth/update-security', {
      token: student.token,
      body: { securityPreferences },
    });
    await ask('course', 'POST', `/api/courses/${course._id}/enroll`, { token: student.token });
  }
  const session = await ask<{ _id: string; qrCode: string }>('session', 'POST', '/api/sessions', {
    token,
    body: {
      courseId: course._id,
      date: new Date().toISOString().slice(0, 10),
      startTime: new Date(Date.now() - 60_000).toISOString(),
      refreshInterval: 300,
    },
  });
  for (const student of students) {
    const verify = `/api/sessions/verify/${session.qrCode}`;
    const { ticket } = await ask<{ ticket: string }>('session', 'GET', verify, { token: student.token });
    const mark = { ticket, deviceId: randomUUID() };
    await ask('attendance', 'POST', '/api/attendance', { token: student.token, body: mark });
  }
  return { teacher, session };
};

interface Session {
  attendanceCount?: number;
  qrCode?: string;
  codeExpiresAt?: string;
}
export const listsOf = async ({ ask }: System, email: string) => {
  const { token } = await ask<{ token: string }>('auth', 'POST', '/api/auth/login', {
    body: { email, password: PASSWORD },
  });
  const sessions = await ask<Session[]>('session', 'GET', '/api/sessions', { token });
  const lists = {
    courses: await ask<object[]>('course', 'GET', '/api/courses', { token }),
    sessions: sessions.map(({ qrCode: _code, codeExpiresAt: _until, ...stays }) => stays),
    marks: await ask<object[]>('attendance', 'GET', '/api/attendance', { token }),
    summary: await ask<object>('attendance', 'GET', '/api/analytics/summary', { token }),
  };
  return lists;
};
