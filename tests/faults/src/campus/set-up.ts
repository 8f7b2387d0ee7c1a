import { randomUUID } from 'node:crypto';
import { faker } from '@faker-js/faker/locale/en';
import type { Secrets } from '@qr-attendance/stack';
import { createDevice, type TestDevice, tokenSigner } from '@qr-attendance/test-kit';
import pLimit from 'p-limit';
import type { Cluster } from '../cluster/start-cluster.ts';
import { mustSucceed } from './call.ts';

const SEED = 2026;
const AT_ONCE = 16;
export const PASSWORD = 'correct horse battery';
const PREFERENCES = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};

/** Longer than any run, because renewals of tokens are not tested here. */
const TOKEN_SECONDS = 6 * 3_600;

export interface Person {
  id: string;
  userType: 'TEACHER' | 'STUDENT';
  name: string;
  email: string;
  token: string;
}
export interface Student extends Person {
  device: TestDevice;
  pin?: string;
}
export interface RunningSession {
  id: string;
  courseId: string;
  teacher: Person;
  code: string;
}
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
  /** Every student has a PIN, and every mark requires it. */
  pins?: boolean;
}

const NOT_ENROLLED_SHARE = 0.04;

const planMarks = (students: Student[], sessions: RunningSession[], { marks }: Size) => {
  const pairs = students.flatMap((student) => sessions.map((session) => ({ student, session })));
  const chosen = faker.helpers.shuffle(pairs).slice(0, Math.ceil(marks * (1 + NOT_ENROLLED_SHARE)));
  return chosen.map((pair, index): PlannedMark => ({ ...pair, enrolled: index < marks }));
};

/** A busy machine may lose an answer, and the repeated request must not create anything twice. */
const once = () => ({ 'idempotency-key': `"${randomUUID()}"` });

export const setPin = (url: string, { token, pin }: { token: string; pin: string }): Promise<unknown> =>
  mustSucceed(url, 'POST', '/api/auth/set-pin', { token, body: { pin } });

export const renewTokens = (secrets: Secrets, { students, sessions }: Campus): void => {
  const { tokenFor } = tokenSigner(secrets);
  for (const person of [...students, ...sessions.map(({ teacher }) => teacher)])
    person.token = tokenFor(person, TOKEN_SECONDS);
};

/** The same size always gives the same plan. */
export const setUpCampus = async ({ url, secrets }: Cluster, size: Size): Promise<Campus> => {
  faker.seed(SEED);
  const { tokenFor } = tokenSigner(secrets);
  const limit = pLimit(AT_ONCE);
  const register = async (userType: 'TEACHER' | 'STUDENT'): Promise<Person & { freshToken: string }> => {
    const name = faker.person.fullName();
    const email = `${randomUUID()}@campus.example`;
    const details = userType === 'TEACHER' ? { employeeId: 'E1' } : { usn: 'U1', regNo: 'R1', semester: 3 };
    const account = { userType, name, email, password: PASSWORD, department: 'Electronics', ...details };
    type SignedIn = { user: { _id: string }; token: string };
    const { user, token: freshToken } = await mustSucceed<SignedIn>(url, 'POST', '/api/auth/register', {
      body: account,
    }).catch(() =>
      // An earlier attempt may have registered this person and lost its answer on a busy machine.
      mustSucceed<SignedIn>(url, 'POST', '/api/auth/login', { body: { email, password: PASSWORD } }),
    );
    const token = tokenFor({ id: user._id, userType, name }, TOKEN_SECONDS);
    return { id: user._id, userType, name, email, token, freshToken };
  };

  const teacher = await register('TEACHER');
  const students = await limit.map(Array.from({ length: size.students }), async (): Promise<Student> => {
    const { freshToken: token, ...student } = await register('STUDENT');
    const body = { securityPreferences: { ...PREFERENCES, requirePin: size.pins === true } };
    await mustSucceed(url, 'POST', '/api/auth/update-security', { token, body });
    if (!size.pins) return { ...student, device: createDevice() };
    const pin = faker.string.numeric(4);
    await setPin(url, { token, pin });
    return { ...student, device: createDevice(), pin };
  });
  const sessions = await limit.map(
    Array.from({ length: size.sessions }),
    async (_nothing, index): Promise<RunningSession> => {
      const course = await mustSucceed<{ _id: string }>(url, 'POST', '/api/courses', {
        token: teacher.token,
        headers: once(),
        body: { name: `Course ${index}`, code: `F${index}`, semester: 1 },
      });
      const session = await mustSucceed<{ _id: string; qrCode: string }>(url, 'POST', '/api/sessions', {
        token: teacher.token,
        headers: once(),
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
