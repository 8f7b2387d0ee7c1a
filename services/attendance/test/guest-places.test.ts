import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { courseChanged, userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { createDevice, eventually } from '@qr-attendance/test-kit';
import { ago, objectId, person, startCampus, TRY_AGAIN, type Campus, type Member } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const fill = (sessionId: string, count: number, proven: boolean) =>
  campus.database.query(
    `WITH stranger AS (
       INSERT INTO people (id, name, email, user_type, proven, version)
       SELECT gen_random_uuid(), 'Sid Stranger', gen_random_uuid() || '@campus.example', 'STUDENT', $3, 1
         FROM generate_series(1, $2::integer) RETURNING id)
     INSERT INTO scans (session_id, student_id, scanned_at) SELECT $1, id, now() FROM stranger`,
    [sessionId, count, proven],
  );
const holdOpenClass = async () => {
  const heldClass = await campus.holdClass(['Ada', 'Blaise']);
  await campus.bus.publish(
    createEvent(courseChanged, heldClass.course.id, { ...heldClass.course, guests: true, version: 3 }),
  );
  await eventually(async () => {
    const { rows } = await campus.database.query('SELECT guests FROM courses WHERE id = $1', [
      heldClass.course.id,
    ]);
    expect(rows).toEqual([{ guests: true }]);
  });
  const addGuest = async (name: string): Promise<Member> => {
    const [user, device] = [person('STUDENT', name), createDevice()];
    await campus.enroll(objectId(), user, campus.securityOf(user.id, device));
    return { user, device };
  };
  const prove = ({ user: { id, name, userType } }: Member, proven: boolean, version: number) =>
    campus.bus.publish(
      createEvent(userChanged, id, { id, name, userType, email: `${id}@campus.example`, proven, version }),
    );
  return { ...heldClass, addGuest, prove };
};

it('accounts with unverified addresses get at most a fifth of the guest places, unlike verified ones', async () => {
  const { session, addGuest, prove, mark } = await holdOpenClass();
  await fill(session.id, 20, false);
  const [honest, unproven] = [await addGuest('Grace'), await addGuest('Zoe')];
  await prove(unproven, false, 2);
  await eventually(async () => {
    const { rows } = await campus.database.query('SELECT proven FROM people WHERE id = $1', [
      unproven.user.id,
    ]);
    expect(rows).toEqual([{ proven: false }]);
  });
  // The auth service, which may have newer data, is unavailable.
  expect(await mark(unproven)).toMatchObject(TRY_AGAIN);
  expect(await mark(honest)).toMatchObject({ status: 201, body: { guest: true } });
  await prove(unproven, true, 3);
  await eventually(async () => expect(await mark(unproven)).toMatchObject({ status: 201 }));
});

it('guests do not reduce the places for members of sections that the class does not cover', async () => {
  const { course, teacher, members, session, addGuest, mark } = await holdOpenClass();
  const [, blaise] = members as [Member, Member];
  await campus.publishMembership({
    id: objectId(),
    courseId: course.id,
    studentId: blaise.user.id,
    active: true,
    version: 2,
    enrolledAt: ago(60),
    periods: [
      {
        sectionId: objectId(),
        began: ago(60),
        recordedAt: ago(60),
        by: teacher.id,
        voided: false,
      },
    ],
  });
  await campus.publishSession({
    ...session,
    sections: [{ courseId: course.id, sectionId: course.id }],
    version: 2,
  });
  await fill(session.id, 100, true);
  const guest = await addGuest('Grace');
  expect(await mark(guest)).toMatchObject(TRY_AGAIN);
  await eventually(async () =>
    expect(await mark(blaise)).toMatchObject({ status: 201, body: { guest: true } }),
  );
});
