import {
  SELFIE_LIMITS,
  type AttendanceRecord,
  type SessionPolicyChoice,
  type Unit,
} from '@qr-attendance/contracts';
import type { ServiceName } from '@qr-attendance/stack';
import { countAsVerified, eventually, type TestServices } from '@qr-attendance/test-kit';
import { expect } from '@jest/globals';
import sharp from 'sharp';
import { createAdmin as createAdminOf } from '../../src/target/create-admin.ts';
import { cookiesOf, createPeople, PASSWORD, type Lesson, type Person } from '../../src/target/people.ts';
import type { CallerName } from './role-table.ts';

/** A header that a cross-site page cannot send. */
export const OWN_PAGE = { 'x-requested-with': 'qr-attendance' };

const OWNERS: Record<string, ServiceName> = {
  auth: 'auth',
  courses: 'course',
  imports: 'course',
  terms: 'course',
  units: 'course',
  rooms: 'session',
  series: 'session',
  calendar: 'session',
  sessions: 'session',
  attendance: 'attendance',
  analytics: 'attendance',
};

const MY_DATA = ['auth', 'courses', 'sessions', 'attendance'].map((name) => `/api/${name}/my-data`);

/** No two pictures are equal, because the server rejects a repeated picture. */
const takeSelfie = async (): Promise<string> => {
  const size = { width: SELFIE_LIMITS.width, height: SELFIE_LIMITS.height };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const jpeg = await sharp({ create: { ...size, channels: 3, background: '#7a5230', noise } })
    .jpeg()
    .toBuffer();
  return SELFIE_LIMITS.dataUrlPrefix + jpeg.toString('base64');
};

export const openCampus = async ({ urls, databases, publicOrigins, internalToken }: TestServices) => {
  // Verifies the address, because colleagues are found by verified addresses.
  const colleague = async () => {
    const person = await people.teacher('Cora Colleague');
    await countAsVerified({ databases }, person.id);
    return person;
  };
  const people = createPeople((path) => urls[OWNERS[path.split('/')[2] ?? ''] ?? 'auth']);
  const { must, call } = people;

  const signIn = async ({ email }: Pick<Person, 'email'>, password = PASSWORD) => {
    const { body, headers } = await call<{ token: string; user: { _id: string; name: string } }>(
      'POST',
      '/api/auth/login',
      { body: { email, password } },
    );
    return {
      ...body,
      cookie: cookiesOf(headers),
    };
  };
  const createAdmin = (): Promise<Person> => createAdminOf({ databases, publicOrigins }, people);

  const [admin, suspended] = [await createAdmin(), await people.teacher('Sue Suspended')];
  const lesson = await people.lesson();
  const [student, otherStudent, otherTeacher] = [
    await people.member(lesson),
    await people.student('Otto Other'),
    await people.teacher('Olga Other'),
  ];
  await must('POST', '/api/auth/selfie-consent', { token: student.token, body: { given: true } });
  await must('POST', `/api/auth/people/${suspended.id}/suspend`, {
    token: admin.token,
    body: { reason: 'Lent out a key' },
  });
  // A suspension reaches each service separately.
  await eventually(async () => {
    for (const path of MY_DATA)
      expect((await call('GET', path, { token: suspended.token })).status).toBe(401);
  });

  const openSession = async (
    policy: SessionPolicyChoice = { requireSelfie: true },
  ): Promise<Lesson['session']> =>
    must<Lesson['session']>('POST', '/api/sessions', {
      token: lesson.teacher.token,
      body: {
        courseId: lesson.course._id,
        date: lesson.session.date,
        startTime: lesson.session.startTime,
        refreshInterval: 300,
        policy,
      },
    });
  const createMark = async (): Promise<AttendanceRecord> => {
    const ticket = await people.scan(student, { ...lesson, session: await openSession() });
    const { status, body } = await people.mark(student, ticket, { selfieImage: await takeSelfie() });
    expect({ status, body }).toMatchObject({ status: 201 });
    return body as unknown as AttendanceRecord;
  };

  const persons: Record<CallerName, Person | undefined> = {
    nobody: undefined,
    student,
    'other student': otherStudent,
    teacher: lesson.teacher,
    'other teacher': otherTeacher,
    admin,
    suspended,
    service: undefined,
  };
  return {
    people,
    colleague: await colleague(),
    /** Adds the same staff to courses that are created for a single request. */
    addStaff: async (_courseId: string): Promise<void> => {},
    /** The parent of units that are created for a single request, if any. */
    unit: undefined as Unit | undefined,
    urls,
    publicOrigin: publicOrigins[0] ?? '',
    internalToken,
    signIn,
    createAdmin,
    persons,
    lesson,
    student,
    otherStudent,
    admin,
    openSession,
    createMark,
    /** A mark that only reviews change. */
    mark: await createMark(),
  };
};
export type Campus = Awaited<ReturnType<typeof openCampus>>;
