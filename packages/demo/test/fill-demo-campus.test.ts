import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import type { System } from '@qr-attendance/stack';
import { startTestSystem } from '@qr-attendance/test-kit';
import { createCall } from '@qr-attendance/stack';
import { fillDemoCampus } from '../src/fill-demo-campus.ts';
import { ADMIN, createPeople, PASSWORD } from '../src/people.ts';

let system: System;
let call: ReturnType<typeof createCall>;
const signIn = async (email = '') =>
  (await call(routes.auth.login, { body: { email, password: PASSWORD } })).token;
beforeAll(async () => {
  system = await startTestSystem();
  call = createCall(system.url, system.ask);
  await fillDemoCampus(system);
});
afterAll(() => system.stop());

it('most students of the demo campus attended most lessons', async () => {
  const token = await signIn(createPeople().teachers[0]?.email);
  const [course] = await call(routes.course.listCourses, { token });
  const rates = await call(routes.attendance.listStudentRates, { token, params: { id: course?._id ?? '' } });
  const came = rates.filter(({ attendancePercentage }) => (attendancePercentage ?? 0) > 50);
  expect(rates.length).toBeGreaterThan(20);
  expect(came.length).toBeGreaterThan(rates.length / 2);
});

it('an administrator can sign in, and the courses are in the current term and in units', async () => {
  const token = await signIn(ADMIN.email);
  const terms = await call(routes.course.listTerms, { token, query: {} });
  expect(terms.map(({ phase, courseCount }) => [phase, courseCount])).toEqual([
    ['UPCOMING', 0],
    ['CURRENT', 6],
  ]);
  const courses = await call(routes.course.listCourses, {
    token: await signIn(createPeople().teachers[1]?.email),
  });
  expect(courses.map(({ unitName }) => unitName)).toEqual(['Electronics', 'Electronics']);
});

it('a student with a printed sign-in has no device yet, so the current browser is accepted at once', async () => {
  const [first] = createPeople().students;
  const { profile } = await call(routes.auth.getMe, { token: await signIn(first?.form.email) });
  expect(profile).toMatchObject({ registeredDevices: [] });
});
