import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MovedClass, PersonalData, RefusedTries } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { eventually } from '@qr-attendance/test-kit';
import { person, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const HALL = { latitude: 52.52, longitude: 13.405, radius: 100 };
const away = (index: number) => ({ latitude: 52.5243 + index / 50_000, longitude: 13.4052, accuracy: 8 });
const tryAway = async ({ mark, members }: HeldClass, from: number, to: number) => {
  for (let index = from; index < to; index += 1)
    expect(await mark(members[index], { location: away(index) })).toMatchObject({
      status: 403,
      body: { code: 'outside_radius' },
    });
};
const listOf = async (heldClass: HeldClass) =>
  (await campus.ask(heldClass.teacher, 'GET', `/api/attendance/refused?sessionId=${heldClass.session.id}`))
    .body as RefusedTries;
const move = (heldClass: HeldClass, user = heldClass.teacher) =>
  campus.ask(user, 'POST', '/api/attendance/refused/move-class', {
    sessionId: heldClass.session.id,
  }) as Promise<{
    status: number;
    body: MovedClass & { code?: string };
  }>;
const TOO_FEW = { status: 409, body: { code: 'not_elsewhere' } };
const answerMove = ({ session }: HeldClass, location: SessionChanged['location']) =>
  campus.sessionOwner.answers.set(`/internal/sessions/${session.id}/move`, {
    ...session,
    location,
    room: {
      id: 'a'.repeat(24),
      name: 'H2',
    },
    version: 2,
    revisions: [
      {
        at: session.startTime,
        by: session.teacherId,
        change: 'created',
        date: session.date,
        startTime: session.startTime,
        lateAfterMinutes: session.lateAfterMinutes,
      },
    ],
  });

describe('a class whose students gather in another place', () => {
  it('can be moved once by its teacher, so rejected students can try again', async () => {
    const heldClass = await campus.holdClass(7, { location: HALL });
    await tryAway(heldClass, 0, 4);
    expect(await listOf(heldClass)).not.toHaveProperty('elsewhere');
    expect(await move(heldClass)).toMatchObject(TOO_FEW);
    await tryAway(heldClass, 4, 6);
    const { elsewhere, students } = await listOf(heldClass);
    expect(elsewhere).toMatchObject({ students: 6, tried: 6 });
    expect(JSON.stringify({ elsewhere, students })).not.toMatch(/latitude|longitude|52\.52/);
    answerMove(heldClass, { latitude: 52.5245, longitude: 13.405, radius: 150 });
    expect(await move(heldClass)).toEqual({
      status: 200,
      body: { students: 6, room: { id: 'a'.repeat(24), name: 'H2' } },
    });
    expect(await listOf(heldClass)).not.toHaveProperty('elsewhere');
    expect(await heldClass.mark(heldClass.members[0], { location: away(0) })).toMatchObject({ status: 201 });
    expect(await move(heldClass)).toMatchObject(TOO_FEW);
  });

  it('is not relocated because of three friends at home, a minority, or students of other courses', async () => {
    const heldClass = await campus.holdClass(15, { location: HALL });
    await tryAway(heldClass, 0, 3);
    for (let times = 0; times < 4; times += 1) await tryAway(heldClass, 0, 1);
    expect(await move(heldClass)).toMatchObject(TOO_FEW);
    await tryAway(heldClass, 3, 5);
    expect(await listOf(heldClass)).toHaveProperty('elsewhere');
    const inHall = { latitude: HALL.latitude, longitude: HALL.longitude, accuracy: 5 };
    for (const member of heldClass.members.slice(5, 11))
      expect(await heldClass.mark(member, { location: inHall })).toMatchObject({ status: 201 });
    expect(await listOf(heldClass)).not.toHaveProperty('elsewhere');
    expect(await move(heldClass)).toMatchObject(TOO_FEW);
    const others = await campus.holdClass(6, { location: HALL });
    const strangers: Member[] = others.members;
    for (const [index, member] of strangers.entries())
      await heldClass.mark(member, { location: away(index) });
    expect(await move(heldClass)).toMatchObject(TOO_FEW);
  });

  it('cannot be moved by students or other teachers, or after its end', async () => {
    const heldClass = await campus.holdClass(6, { location: HALL });
    await tryAway(heldClass, 0, 6);
    expect((await move(heldClass, heldClass.members[0]!.user)).status).toBe(403);
    expect((await move(heldClass, person('TEACHER', 'Eve'))).status).toBe(404);
    const ended = new Date().toISOString();
    await campus.publishSession({
      ...heldClass.session,
      active: false,
      endTime: ended,
      endedAt: ended,
      version: 2,
    });
    await eventually(async () => expect(await listOf(heldClass)).not.toHaveProperty('elsewhere'));
    expect(await move(heldClass)).toMatchObject(TOO_FEW);
  });

  it('deletes the stored positions, and exports each student’s own', async () => {
    const heldClass = await campus.holdClass(6, { location: HALL });
    await tryAway(heldClass, 0, 2);
    const [first, second] = heldClass.members as [Member, Member];
    const { body } = (await campus.ask(first.user, 'GET', '/api/attendance/my-data')) as {
      body: PersonalData;
    };
    expect(body.records['refusedTries']).toMatchObject([
      { sessionId: heldClass.session.id, latitude: away(0).latitude },
    ]);
    const positions = async () => {
      const { rows } = await campus.database.query<{ student_id: string }>(
        'SELECT student_id FROM refused_tries WHERE session_id = $1 AND latitude IS NOT NULL',
        [heldClass.session.id],
      );
      return rows.map((row) => row.student_id);
    };
    await campus.erase(first.user);
    await eventually(async () => expect(await positions()).toEqual([second.user.id]));
    const ended = new Date().toISOString();
    await campus.publishSession({
      ...heldClass.session,
      active: false,
      endTime: ended,
      endedAt: ended,
      version: 2,
    });
    await eventually(async () => expect(await positions()).toEqual([]));
  });
});
