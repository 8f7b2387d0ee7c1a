import { randomUUID } from 'node:crypto';
import { faker } from '@faker-js/faker/locale/en';
import type { Secrets } from '@qr-attendance/stack';
import { type Member, tokenSigner } from '@qr-attendance/test-kit';
import pLimit from 'p-limit';
import type { Cluster } from '../cluster/start-cluster.ts';
import { openCampus } from './call.ts';

const SEED = 2026;
const AT_ONCE = 16;

/** Longer than any run, because token renewals are not tested here. */
const TOKEN_SECONDS = 6 * 3_600;

export interface Person extends Member {
  userType: 'TEACHER' | 'STUDENT';
}
export interface Student extends Person {
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

export const renewTokens = (secrets: Secrets, { students, sessions }: Campus): void => {
  const { tokenFor } = tokenSigner(secrets);
  for (const person of [...students, ...sessions.map(({ teacher }) => teacher)])
    person.token = tokenFor(person, TOKEN_SECONDS);
};

/** Creates a campus and planned marks. The result is always the same for a given size. */
export const setUpCampus = async ({ url, secrets }: Cluster, size: Size): Promise<Campus> => {
  faker.seed(SEED);
  const { tokenFor } = tokenSigner(secrets);
  const limit = pLimit(AT_ONCE);
  const campus = openCampus(url);
  const register = async (userType: Person['userType']): Promise<Person> => {
    const [name, email] = [faker.person.fullName(), `${randomUUID()}@campus.example`];
    // On a busy machine, an earlier attempt may have registered this person and lost its answer.
    const member = await campus
      .register({ userType, name, email, department: 'Electronics' })
      .catch(() => campus.signIn(email));
    return { ...member, userType };
  };
  const withLongToken = (person: Person): Person => ({ ...person, token: tokenFor(person, TOKEN_SECONDS) });

  const teacher = withLongToken(await register('TEACHER'));
  const students = await limit.map(Array.from({ length: size.students }), async (): Promise<Student> => {
    const student = await register('STUDENT');
    await campus.requireOnly(student, { requirePin: size.pins === true });
    if (!size.pins) return withLongToken(student);
    const pin = faker.string.numeric(4);
    await campus.setPin(student, pin);
    return { ...withLongToken(student), pin };
  });
  const sessions = await limit.map(
    Array.from({ length: size.sessions }),
    async (_nothing, index): Promise<RunningSession> => {
      const course = await campus.course(teacher, `F${index}`, `Course ${index}`, once());
      const choices = {
        startTime: new Date(Date.now() - 300_000).toISOString(),
        lateAfterMinutes: 600,
        refreshInterval: 300,
      } as const;
      const { _id: id, qrCode = '' } = await campus.session(teacher, course, choices, once());
      return { id, courseId: course._id, teacher, code: qrCode };
    },
  );
  const plan = planMarks(students, sessions, size);
  await limit.map(
    plan.filter(({ enrolled }) => enrolled),
    ({ student, session }) => campus.enroll(student, { _id: session.courseId }),
  );
  return { sessions, students, plan: faker.helpers.shuffle(plan) };
};
