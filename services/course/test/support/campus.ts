import { randomUUID } from 'node:crypto';
import type { Course, Session, VerifiedScan } from '@qr-attendance/contracts';
import { call, countAsVerified, startServices } from '@qr-attendance/test-kit';

const OWNERS = {
  auth: 'auth',
  courses: 'course',
  terms: 'course',
  units: 'course',
  sessions: 'session',
  series: 'session',
  calendar: 'session',
  attendance: 'attendance',
  analytics: 'attendance',
} as const;
export const PASSWORD = 'a long walk along the river';
const NOTHING_REQUIRED = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};

export interface Member {
  id: string;
  token: string;
}

/** Starts all services, because students and sessions of a course concern several of them. */
export const openCampus = async (campusTimeZone?: string) => {
  const zone: Record<string, string> =
    campusTimeZone === undefined ? {} : { CAMPUS_TIME_ZONE: campusTimeZone };
  const services = await startServices(['auth', 'course', 'session', 'attendance'], {
    env: { auth: zone, course: zone, session: zone, attendance: zone },
  });
  const ask = <Body = Record<string, unknown>>(
    person: Pick<Member, 'token'> | undefined,
    method: string,
    path: string,
    body?: unknown,
  ) => {
    const owner = OWNERS[path.split(/[/?]/)[2] as keyof typeof OWNERS];
    return call<Body>(services.urls[owner], method, path, { token: person?.token, body });
  };
  const register = async (details: object): Promise<Member & { email: string }> => {
    const email = `${randomUUID()}@campus.example`;
    const { body } = await ask<{ token: string; user: { _id: string } }>(
      undefined,
      'POST',
      '/api/auth/register',
      { email, password: PASSWORD, department: 'Electronics', ...details },
    );
    return { id: body.user._id, token: body.token, email };
  };
  return {
    services,
    ask,
    teacher: () => register({ userType: 'TEACHER', name: 'Tess Teacher', employeeId: 'E1' }),
    /** Verifies the address, because colleagues are found by verified addresses. */
    colleague: async (name = 'Cora Colleague', employeeId = randomUUID()) => {
      const colleague = await register({ userType: 'TEACHER', name, employeeId });
      await countAsVerified(services, colleague.id);
      return { ...colleague, employeeId };
    },
    student: async (name = 'Stan Student') => {
      const student = await register({ userType: 'STUDENT', name, usn: 'U1', regNo: 'R1', semester: 3 });
      await ask(student, 'POST', '/api/auth/update-security', { securityPreferences: NOTHING_REQUIRED });
      return student;
    },
    course: async (teacher: Member, name = 'Cryptography') =>
      (
        await ask<Course>(teacher, 'POST', '/api/courses', {
          name,
          code: randomUUID().slice(0, 8),
          semester: 3,
        })
      ).body,
    open: (teacher: Member, courseId: string, startTime = new Date(Date.now() - 60_000)) =>
      ask<Session & { error?: string; code?: string }>(teacher, 'POST', '/api/sessions', {
        courseId,
        date: new Date().toISOString().slice(0, 10),
        startTime: startTime.toISOString(),
        refreshInterval: 300,
      }),
    scan: async (student: Member, { qrCode }: Session) =>
      (await ask<VerifiedScan>(student, 'GET', `/api/sessions/verify/${qrCode}`)).body.ticket,
    mark: (student: Member, ticket: string) =>
      ask<{ status?: string; code?: string }>(student, 'POST', '/api/attendance', {
        ticket,
        deviceId: randomUUID(),
      }),
    close: () => services.stop(),
  };
};
export type Campus = Awaited<ReturnType<typeof openCampus>>;
