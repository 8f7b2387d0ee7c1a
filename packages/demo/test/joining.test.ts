import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { createCampusClient, eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { seedJoining } from '../src/seed-history.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices(['auth', 'course', 'attendance']);
});
afterAll(() => services.stop());

it('demo people join before the first lesson with verified addresses, and a second run changes nothing', async () => {
  const campus = createCampusClient(services.urls);
  const [teacher, student] = [await campus.teacher(), await campus.student()];
  const course = await campus.course(teacher);
  const { _id: id } = course;
  await campus.enroll(student, course);
  const { urls, databases, secrets, publicOrigins, logDir: dataDir } = services;
  const system = { urls, databases, secrets, publicOrigins, dataDir, kafka: undefined };
  const enrolled = { ...student, diligence: 1 };
  for (let times = 0; times < 2; times += 1)
    await seedJoining(system, [{ id, teacher, students: [enrolled] }], [enrolled]);

  for (const { token } of [teacher, student])
    expect(await campus.call(routes.auth.getEmailAddress, { token })).toMatchObject({ verified: true });
  await eventually(async () => {
    const { token } = teacher;
    const [rate] = await campus.call(routes.attendance.listStudentRates, { token, params: { id } });
    const DAY_MS = 86_400_000;
    expect(Date.parse(rate?.enrolledAt ?? '')).toBeLessThan(Date.now() - 28 * DAY_MS);
  });
});
