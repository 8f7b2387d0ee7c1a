import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { System } from '@qr-attendance/stack';
import { createCampusClient, startTestSystem } from '@qr-attendance/test-kit';
import { readContents } from '../src/contents.ts';
import { fillDemoCampus } from '../src/fill-demo-campus.ts';
import { ADMIN, PASSWORD } from '../src/people.ts';

let system: System;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

it('never fills a system that has a person, nor adds an administrator with a published password', async () => {
  const campus = createCampusClient(system.url);
  await campus.course(await campus.teacher());
  await expect(fillDemoCampus(system)).rejects.toThrow(
    '--demo fills only an empty system, and this one contains 1 person, 1 course, 0 classes.',
  );
  expect(await readContents(system.databases)).toEqual({
    demoPeople: 0,
    otherPeople: 1,
    courses: 1,
    sessions: 0,
  });
  const body = { email: ADMIN.email, password: PASSWORD };
  expect(await campus.exchange('POST', '/api/auth/login', { body })).toMatchObject({ status: 401 });
});
