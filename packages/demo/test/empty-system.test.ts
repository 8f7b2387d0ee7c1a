import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import type { System } from '@qr-attendance/stack';
import { startTestSystem } from '@qr-attendance/test-kit';
import { createCall } from '@qr-attendance/stack';
import { readContents } from '../src/contents.ts';
import { fillDemoCampus } from '../src/fill-demo-campus.ts';
import { ADMIN, PASSWORD } from '../src/people.ts';

let system: System;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

it('a system with a person is not filled, and gets no administrator with a published password', async () => {
  const call = createCall(system.url, system.ask);
  const { token } = await call(routes.auth.register, {
    body: {
      userType: 'TEACHER',
      name: 'Ada Lovelace',
      email: 'ada@campus.example',
      password: 'correct horse battery',
      employeeId: 'E1',
      department: 'Electronics',
    },
  });
  await call(routes.course.createCourse, { token, body: { name: 'Logic', code: 'L1', semester: 1 } });
  await expect(fillDemoCampus(system)).rejects.toThrow(
    '--demo fills only an empty system, and this one contains 1 person, 1 course, 0 classes.',
  );
  expect(await readContents(system.databases)).toEqual({
    demoPeople: 0,
    otherPeople: 1,
    courses: 1,
    sessions: 0,
  });
  const asAdmin = call(routes.auth.login, { body: { email: ADMIN.email, password: PASSWORD } });
  await expect(asAdmin).rejects.toMatchObject({ status: 401 });
});
