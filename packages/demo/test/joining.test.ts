import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { studentRateSchema } from '@qr-attendance/contracts';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { z } from 'zod';
import { PASSWORD } from '../src/people.ts';
import { seedJoining } from '../src/seed-history.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices(['auth', 'course', 'attendance']);
});
afterAll(() => services.stop());

const ask = async <Body>(
  service: 'auth' | 'course' | 'attendance',
  call: string,
  token = '',
  body?: object,
): Promise<Body> => {
  const [method = '', path = ''] = call.split(' ');
  const response = await fetch(services.urls[service] + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as Body;
};
const register = async (form: object) => {
  const shared = { email: `${randomUUID()}@campus.example`, password: PASSWORD, department: 'Electronics' };
  const answer = await ask<{ token: string; user: { _id: string } }>(
    'auth',
    'POST /api/auth/register',
    undefined,
    { ...shared, ...form },
  );
  return { id: answer.user._id, token: answer.token };
};

it('the people of the demo campus joined before its first lesson, with verified addresses; a repeat changes nothing', async () => {
  const teacher = await register({ userType: 'TEACHER', name: 'Ada Lovelace', employeeId: 'E1' });
  const details = { usn: 'U1', regNo: 'R1', semester: 3 };
  const student = await register({ userType: 'STUDENT', name: 'Grace Hopper', ...details });
  const newCourse = { name: 'Algorithms', code: 'CS201', semester: 3 };
  const { _id: id } = await ask<{ _id: string }>('course', 'POST /api/courses', teacher.token, newCourse);
  await ask('course', `POST /api/courses/${id}/enroll`, student.token);
  const { urls, databases, secrets, publicOrigins, logDir: dataDir } = services;
  const system = { urls, databases, secrets, publicOrigins, dataDir, kafka: undefined };
  const enrolled = { ...student, diligence: 1 };
  for (let times = 0; times < 2; times += 1)
    await seedJoining(system, [{ id, teacher, students: [enrolled] }], [enrolled]);

  for (const { token } of [teacher, student])
    expect(await ask('auth', 'GET /api/auth/email-address', token)).toMatchObject({ verified: true });
  await eventually(async () => {
    const rates = await ask('attendance', `GET /api/analytics/courses/${id}/students`, teacher.token);
    const [rate] = z.array(studentRateSchema).parse(rates);
    const DAY_MS = 86_400_000;
    expect(Date.parse(rate?.enrolledAt ?? '')).toBeLessThan(Date.now() - 28 * DAY_MS);
  });
});
