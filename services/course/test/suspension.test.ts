import type { Course, FormerStudent } from '@qr-attendance/contracts';
import { membershipChanged, userChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([membershipChanged]);
});
afterAll(() => world.close());

const list = ({ token }: Person) => call(world.url(), 'GET', '/api/courses', { token });
const tell = (person: Person, more: object) =>
  world.bus.publish(
    createEvent(userChanged, person.id, { ...samples.studentChanged, id: person.id, version: 1, ...more }),
  );
const signedOut = (minutes = 15) => ({
  // The tokens of tests contain the same number, so only the suspension rejects them.
  times: 0,
  at: new Date().toISOString(),
  until: new Date(Date.now() + minutes * 60_000).toISOString(),
});
const refusal = { status: 401, body: { code: 'suspended' } };

describe('a valid token', () => {
  it('is rejected during a suspension, even by a service that was down, and accepted afterwards', async () => {
    const [student, other] = [world.people.student(), world.people.student()];
    expect((await list(student)).status).toBe(200);
    await tell(student, { suspended: true, signedOut: signedOut() });
    await eventually(async () => expect(await list(student)).toMatchObject(refusal));
    expect((await list(other)).status).toBe(200);

    await world.restart();
    expect(await list(student)).toMatchObject(refusal);

    await tell(student, { suspended: false, signedOut: signedOut(), version: 2 });
    await eventually(async () => expect((await list(student)).status).toBe(200));
  });

  it('is checked only until every token from before the suspension has expired', async () => {
    const student = world.people.student();
    await tell(student, { suspended: true, signedOut: signedOut() });
    await eventually(async () => expect(await list(student)).toMatchObject(refusal));
    await tell(student, { suspended: true, signedOut: signedOut(-1), version: 2 });
    await eventually(async () => expect((await list(student)).status).toBe(200));
  });

  it('is rejected once its account is deleted', async () => {
    const student = world.people.student();
    await tell(student, { suspended: true, erased: true, signedOut: signedOut() });
    await eventually(async () => expect(await list(student)).toMatchObject(refusal));
  });
});

describe('a student with a deleted account', () => {
  it('is removed from all courses and counts, and cannot be added again', async () => {
    const [teacher, gone, other] = [world.people.teacher(), world.people.student(), world.people.student()];
    const ask = <Body>(path: string, method = 'GET', { token } = teacher, body?: object) =>
      call<Body>(world.url(), method, `/api/courses${path}`, { token, body });
    const create = async (code: string) =>
      (await ask<Course>('', 'POST', teacher, { ...samples.newCourse, code })).body._id;
    const [attended, left] = [await create('ERASED-1'), await create('ERASED-2')];
    for (const id of [attended, left])
      for (const student of [gone, other]) await ask(`/${id}/enroll`, 'POST', student);
    await ask(`/${left}/students/${gone.id}`, 'DELETE');
    for (let times = 0; times < 2; times += 1)
      await tell(gone, { name: 'Deleted user', erased: true, suspended: true, version: times + 1 });

    for (const id of [attended, left])
      await eventually(async () => {
        const former = await ask<FormerStudent[]>(`/${id}/former-students`);
        expect(former.body).toMatchObject([{ student: { _id: gone.id }, ended: 'ERASED' }]);
        expect((await ask<Course>(`/${id}`)).body).toMatchObject({
          studentCount: 1,
          students: [other.id],
        });
      });
    expect((await ask(`/${attended}/students/${gone.id}/restore`, 'POST')).status).toBe(404);
    await eventually(() => {
      const memberships = world.heard
        .map(({ payload }) => membershipChanged.payload.parse(payload))
        .filter(({ studentId, ended }) => studentId === gone.id && ended === 'ERASED');
      expect(memberships.map(({ active }) => active)).toEqual([false, false]);
    });
  });
});
