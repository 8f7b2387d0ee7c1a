import { join } from 'node:path';
import { buildAll } from '@qr-attendance/stack';
import { startTestInfrastructure, startTestSystem } from '@qr-attendance/test-kit';
import { createAdmin } from '../target/create-admin.ts';
import { createPeople, type Lesson, PASSWORD, type Person } from '../target/people.ts';

/** A run must neither reach a limit nor be signed out; separate tests cover limits. */
const NO_LIMIT = '1000000';
const settings = {
  auth: { ACCESS_TOKEN_MINUTES: '600' },
  session: { WRONG_CODES_PER_PERSON: NO_LIMIT },
  gateway: Object.fromEntries(
    ['CLIENT', 'ADDRESS', 'ADDRESS_TOTAL', 'SIGN_IN', 'SIGN_IN_CLIENT', 'REGISTRATION', 'SCANS'].map(
      (name) => [`RATE_LIMIT_${name}`, NO_LIMIT],
    ),
  ),
};

export interface FuzzedCampus {
  url: string;
  logFolder: string;
  lesson: Lesson;
  student: Person;
  admin: Person;
  markId: string;
  ticket: string;
  /** @returns a token with a fresh proof, because a role may be tested minutes after its sign-in */
  prove: (person: Person) => Promise<string>;
  stop: () => Promise<void>;
}

export const startCampus = async (): Promise<FuzzedCampus> => {
  await buildAll();
  const servers = await startTestInfrastructure();
  const system = await startTestSystem({ env: settings });
  const people = createPeople(system.url);
  const [lesson, other] = [await people.lesson(), await people.lesson()];
  const student = await people.member(lesson);
  await people.enroll(student, other);
  const { body } = await people.mark(student, await people.scan(student, lesson));
  return {
    url: system.url,
    logFolder: join(system.dataDir, 'logs'),
    lesson,
    student,
    admin: await createAdmin(system, people),
    markId: String(body['_id']),
    ticket: await people.scan(student, other),
    prove: async ({ token }) => {
      const body = { password: PASSWORD };
      return (await people.must<{ token: string }>('POST', '/api/auth/confirm-password', { token, body }))
        .token;
    },
    stop: async () => {
      await system.stop();
      await servers.stop();
    },
  };
};
