import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AttendanceTotals, CourseStudent, Roster, StudentRate } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import { ago, objectId, startCampus, type Campus, type HeldClass } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const holdParallel = async ({ startsB = ago(40) } = {}) => {
  const heldClass = await campus.holdClass(['Ada Abbot'], { held: true });
  const [ada] = heldClass.members as [HeldClass['members'][number]];
  const [a, b] = [heldClass.course.id, objectId()];
  const covering = (sectionId: string) => [{ courseId: heldClass.course.id, sectionId }];
  const times = { startTime: ago(40), date: ago(40).slice(0, 10) };
  const inA = { ...heldClass.session, ...times, sections: covering(a), version: 2 };
  const inB = { ...inA, id: objectId(), startTime: startsB, sections: covering(b), version: 1 };
  await campus.publishSession(inA);
  await campus.publishSession(inB);
  const move = (moment = ago(20)) =>
    campus.publishMembership({
      id: objectId(),
      courseId: heldClass.course.id,
      studentId: ada.user.id,
      active: true,
      version: 2,
      enrolledAt: ago(600),
      periods: [
        {
          sectionId: a,
          began: ago(600),
          recordedAt: ago(600),
          by: heldClass.teacher.id,
          voided: false,
          ended: moment,
          end: { how: 'MOVED' as const, recordedAt: moment, by: heldClass.teacher.id },
        },
        { sectionId: b, began: moment, recordedAt: moment, by: heldClass.teacher.id, voided: false },
      ],
    });
  const end = async () => {
    for (const session of [inA, inB])
      await campus.publishSession({
        ...session,
        version: 3,
        active: false,
        endTime: ago(0),
        endedAt: ago(0),
      });
  };
  return { ...heldClass, ada, a, b, inA, inB, move, end };
};
type Parallel = Awaited<ReturnType<typeof holdParallel>>;

const ratesOf = async ({ teacher, course }: Parallel) =>
  (
    (await campus.ask(teacher, 'GET', `/api/analytics/courses/${course.id}/students`)).body as StudentRate[]
  ).map(({ present, late, absent, attendancePercentage }) => ({
    attended: present + late,
    absent,
    attendancePercentage,
  }));
const entryOf = async ({ teacher, ada }: Parallel, sessionId: string) => {
  const answer = await campus.ask(teacher, 'GET', `/api/attendance/roster?sessionId=${sessionId}`);
  return (answer.body as Roster).entries.find(({ student }) => student._id === ada.user.id);
};
const pageOf = async ({ teacher, course, ada }: Parallel) => {
  const path = `/api/analytics/courses/${course.id}/students/${ada.user.id}`;
  return (await campus.ask(teacher, 'GET', path)).body as CourseStudent;
};

it('counts only one class for a student who changes sections while both have class', async () => {
  const heldClass = await holdParallel();
  expect((await heldClass.mark(heldClass.ada)).status).toBe(201);
  await heldClass.move();
  await heldClass.end();
  await eventually(async () =>
    expect(await ratesOf(heldClass)).toEqual([{ attended: 1, absent: 0, attendancePercentage: 100 }]),
  );
  const elsewhere = { courseId: heldClass.course.id, sectionId: heldClass.a, attended: true };
  const inB = await entryOf(heldClass, heldClass.inB.id);
  expect(inB).toMatchObject({ elsewhere });
  expect(inB).not.toHaveProperty('mark');
  expect(await entryOf(heldClass, heldClass.inA.id)).toMatchObject({ mark: { status: 'LATE' } });
  const { sessions } = await pageOf(heldClass);
  const shown = new Map(sessions.map((session) => [session._id, session]));
  expect(shown.get(heldClass.inB.id)).toMatchObject({ elsewhere });
  expect(shown.get(heldClass.inB.id)).not.toHaveProperty('mark');
  expect(shown.get(heldClass.inA.id)).not.toHaveProperty('elsewhere');
});

it('counts one absence for a student who missed two parallel classes', async () => {
  const heldClass = await holdParallel();
  await heldClass.move();
  await heldClass.end();
  await eventually(async () =>
    expect(await ratesOf(heldClass)).toEqual([{ attended: 0, absent: 1, attendancePercentage: 0 }]),
  );
  const absences = await campus.ask(
    heldClass.teacher,
    'GET',
    `/api/attendance/totals?courseId=${heldClass.course.id}`,
  );
  expect(absences.body as AttendanceTotals).toMatchObject({ absent: 1 });
  const entries = [await entryOf(heldClass, heldClass.inA.id), await entryOf(heldClass, heldClass.inB.id)];
  expect(entries.filter((entry) => entry?.mark)).toHaveLength(1);
  expect(entries.filter((entry) => entry?.elsewhere?.attended === false)).toHaveLength(1);
});

it('counts both classes if they overlap by less than half of the shorter one', async () => {
  const heldClass = await holdParallel({ startsB: ago(15) });
  await campus.publishSession({
    ...heldClass.inA,
    version: 3,
    active: false,
    endTime: ago(10),
    endedAt: ago(10),
  });
  await heldClass.move(ago(12));
  await campus.publishSession({
    ...heldClass.inB,
    version: 3,
    active: false,
    endTime: ago(0),
    endedAt: ago(0),
  });
  await eventually(async () => expect(await ratesOf(heldClass)).toMatchObject([{ absent: 2 }]));
});

it('counts both classes separately once either class was canceled or moved to another time', async () => {
  const heldClass = await holdParallel();
  expect((await heldClass.mark(heldClass.ada)).status).toBe(201);
  await heldClass.move();
  await heldClass.end();
  await eventually(async () => expect(await ratesOf(heldClass)).toMatchObject([{ attended: 1, absent: 0 }]));
  const moved = { startTime: ago(19), endTime: ago(0), version: 4 };
  await campus.publishSession({ ...heldClass.inB, ...moved, active: false, endedAt: ago(0) });
  await campus.publishSession({
    ...heldClass.inA,
    version: 4,
    active: false,
    endTime: ago(18),
    endedAt: ago(18),
  });
  await eventually(async () => expect(await ratesOf(heldClass)).toMatchObject([{ attended: 1, absent: 1 }]));
});
