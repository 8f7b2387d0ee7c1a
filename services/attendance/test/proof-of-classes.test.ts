import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AttendanceStatus } from '@qr-attendance/contracts';
import { attendanceCorrected, type AttendanceMarked } from '@qr-attendance/contracts/events';
import { subscribeTo } from '@qr-attendance/messaging';
import { eventually, noDeadLetters } from '@qr-attendance/test-kit';
import { ago, startCampus, type Campus, type HeldClass } from './campus.ts';

let campus: Campus;
const corrected: AttendanceMarked[] = [];
beforeAll(async () => {
  campus = await startCampus();
  const listen = subscribeTo(attendanceCorrected, async (mark) => {
    corrected.push(mark);
  });
  await campus.bus.subscribe('session', [listen], noDeadLetters);
});
afterAll(() => campus.stop());

const DAY = new Date(Date.now() + 86_400_000);
const planClass = (isTomorrow: boolean) =>
  campus.holdClass(3, {
    held: false,
    ...(isTomorrow && { date: DAY.toISOString().slice(0, 10), startTime: DAY.toISOString() }),
  });
const decide = async ({ teacher, session, members }: HeldClass, status: AttendanceStatus) => {
  const answer = await campus.ask(teacher, 'POST', '/api/attendance/statuses', {
    sessionId: session.id,
    status,
    students: [{ studentId: members[0]!.user.id }],
  });
  expect(answer).toMatchObject({ status: 200, body: { refused: [] } });
};
const end = async ({ session }: HeldClass, startTime = session.startTime) =>
  campus.publishSession({
    ...session,
    startTime,
    date: startTime.slice(0, 10),
    version: 2,
    active: false,
    endTime: ago(0),
    endedAt: ago(0),
  });
const rates = async ({ teacher, course }: HeldClass) =>
  (
    (await campus.ask(teacher, 'GET', `/api/analytics/courses/${course.id}/students`)).body as {
      attendancePercentage: number | null;
      absent: number;
    }[]
  ).map(({ absent, attendancePercentage }) => [absent, attendancePercentage]);
const isEnded = async ({ session }: HeldClass) => {
  const { rows } = await campus.database.query('SELECT version FROM sessions WHERE id = $1', [session.id]);
  expect(rows).toEqual([{ version: 2 }]);
};

describe('a class whose code was never shown', () => {
  it('has no absences even if a student was excused, in advance or in the evening', async () => {
    for (const isBefore of [true, false]) {
      const heldClass = await planClass(false);
      if (isBefore) await decide(heldClass, 'EXCUSED');
      await end(heldClass);
      await eventually(() => isEnded(heldClass));
      if (!isBefore) await decide(heldClass, 'EXCUSED');
      expect((await heldClass.roster()).map(({ status }) => status)).toEqual(['EXCUSED']);
      expect(await rates(heldClass)).toEqual([
        [0, null],
        [0, null],
        [0, null],
      ]);
    }
  });

  it.each(['PRESENT', 'LATE', 'ABSENT'] as const)(
    'has absences if a student was set to %s after it began, but not for a decision in advance',
    async (status) => {
      const inAdvance = await planClass(true);
      await decide(inAdvance, status);
      const after = new Date(DAY.getTime() + 3_600_000).toISOString();
      await campus.publishSession({
        ...inAdvance.session,
        version: 2,
        active: false,
        endTime: after,
        endedAt: after,
      });
      await eventually(() => isEnded(inAdvance));
      expect(await inAdvance.roster()).toHaveLength(1);
      const heldClass = await planClass(false);
      await decide(heldClass, status);
      await end(heldClass);
      await eventually(async () => expect(await heldClass.roster()).toHaveLength(3));
    },
  );

  it('is published with the decision that proves it took place', async () => {
    const heldClass = await planClass(false);
    const published = (studentId: string) => corrected.findLast((mark) => mark.studentId === studentId);
    const [{ user }] = heldClass.members as [HeldClass['members'][number]];
    await decide(heldClass, 'EXCUSED');
    await eventually(() => expect(published(user.id)).toMatchObject({ status: 'EXCUSED' }));
    expect(published(user.id)).not.toHaveProperty('decidedAt');
    const mark = (await heldClass.roster())[0]!;
    await campus.ask(heldClass.teacher, 'POST', `/api/attendance/${mark._id}/review`, {
      decision: 'correct',
      status: 'LATE',
      reason: 'Came after all',
    });
    await eventually(() =>
      expect(published(user.id)).toMatchObject({ status: 'LATE', decidedAt: expect.any(String) }),
    );
  });
});
