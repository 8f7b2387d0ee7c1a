import { randomUUID } from 'node:crypto';
import { faker } from '@faker-js/faker/locale/en';
import { makeDevice, type TestDevice, tokenSigner } from '@qr-attendance/test-kit';
import pLimit from 'p-limit';
import type { Cluster } from '../cluster/start-cluster.ts';
import { mustSucceed } from './call.ts';

const SEED = 2026;
const AT_ONCE = 16;
/** Of everybody. */
export const PASSWORD = 'correct horse battery';
/** Longer than any run: what is watched here is not the renewal of tokens. */
const TOKEN_SECONDS = 6 * 3_600;
const PREFERENCES = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};

export interface Person {
  id: string;
  name: string;
  email: string;
  token: string;
}
export interface Student extends Person {
  /** Signs the student's marks. */
  device: TestDevice;
}
export interface RunningSession {
  id: string;
  courseId: string;
  teacher: Person;
  /** The code on the teacher's screen now. */
  code: string;
}
/** One student's wish to be marked in one session. */
export interface PlannedMark {
  student: Student;
  session: RunningSession;
  /** False for a student who is not enrolled and must be refused. */
  enrolled: boolean;
}
export interface Campus {
  sessions: RunningSession[];
  students: Student[];
  plan: PlannedMark[];
}
export interface Size {
  students: number;
  sessions: number;
  marks: number;
}

/** Share of planned marks that must be refused. */
const NOT_ENROLLED_SHARE = 0.04;

const planMarks = (students: Student[], sessions: RunningSession[], { marks }: Size) => {
  const pairs = students.flatMap((student) => sessions.map((session) => ({ student, session })));
  const chosen = faker.helpers.shuffle(pairs).slice(0, Math.ceil(marks * (1 + NOT_ENROLLED_SHARE)));
  return chosen.map((pair, index): PlannedMark => ({ ...pair, enrolled: index < marks }));
};

/**
 * Registers people, opens courses and sessions and enrolls the students through the public API, and plans who marks
 * what in which order; the same for the same size.
 */
export const setUpCampus = async ({ url, secrets }: Cluster, size: Size): Promise<Campus> => {
  faker.seed(SEED);
  const { tokenFor } = tokenSigner(secrets);
  const limit = pLimit(AT_ONCE);
  const register = async (userType: 'TEACHER' | 'STUDENT'): Promise<Person> => {
    const name = faker.person.fullName();
    const email = `${randomUUID()}@campus.example`;
    const details = userType === 'TEACHER' ? { employeeId: 'E1' } : { usn: 'U1', regNo: 'R1', semester: 3 };
    const { user } = await mustSucceed<{ user: { _id: string } }>(url, 'POST', '/api/auth/register', {
      body: {
        userType,
        name,
        email,
        password: PASSWORD,
        department: 'Electronics',
        ...details,
      },
    });
    const token = tokenFor({ id: user._id, userType, name }, TOKEN_SECONDS);
    return { id: user._id, name, email, token };
  };

  const teacher = await register('TEACHER');
  const students = await limit.map(Array.from({ length: size.students }), async (): Promise<Student> => {
    const student = await register('STUDENT');
    const body = { securityPreferences: PREFERENCES };
    await mustSucceed(url, 'POST', '/api/auth/update-security', { token: student.token, body });
    return { ...student, device: makeDevice() };
  });
  const sessions = await limit.map(
    Array.from({ length: size.sessions }),
    async (_nothing, index): Promise<RunningSession> => {
      const course = await mustSucceed<{ _id: string }>(url, 'POST', '/api/courses', {
        token: teacher.token,
        body: { name: `Course ${index}`, code: `F${index}`, semester: 1 },
      });
      const session = await mustSucceed<{ _id: string; qrCode: string }>(url, 'POST', '/api/sessions', {
        token: teacher.token,
        body: {
          courseId: course._id,
          date: new Date().toISOString().slice(0, 10),
          startTime: new Date(Date.now() - 300_000).toISOString(),
          lateAfterMinutes: 600,
          refreshInterval: 300,
        },
      });
      return { id: session._id, courseId: course._id, teacher, code: session.qrCode };
    },
  );
  const plan = planMarks(students, sessions, size);
  await limit.map(
    plan.filter(({ enrolled }) => enrolled),
    ({ student, session }) =>
      mustSucceed(url, 'POST', `/api/courses/${session.courseId}/enroll`, { token: student.token }),
  );
  return { sessions, students, plan: faker.helpers.shuffle(plan) };
};
