import { userChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { makeEvent } from '@qr-attendance/messaging';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([]);
}, 60_000);
afterAll(() => world.close());

const list = ({ token }: Person) => call(world.url(), 'GET', '/api/courses', { token });
const tell = (person: Person, more: object) =>
  world.bus.publish(
    makeEvent(userChanged, person.id, { ...samples.studentChanged, id: person.id, version: 1, ...more }),
  );
const refusal = { status: 401, body: { code: 'suspended' } };

describe('A token that is still good', () => {
  it('is refused once its person is suspended, also by a service that was away, and good again after', async () => {
    const [student, other] = [world.people.student(), world.people.student()];
    expect((await list(student)).status).toBe(200);
    await tell(student, { suspended: true });
    await eventually(async () => expect(await list(student)).toMatchObject(refusal));
    expect((await list(other)).status).toBe(200);

    await world.kill();
    await world.restart();
    expect(await list(student)).toMatchObject(refusal);

    await tell(student, { suspended: false, version: 2 });
    await eventually(async () => expect((await list(student)).status).toBe(200));
  });

  it('is refused once the account is gone', async () => {
    const student = world.people.student();
    await tell(student, { erased: true });
    await eventually(async () => expect(await list(student)).toMatchObject(refusal));
  });
});
