import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  courseGridSchema,
  courseStudentSchema,
  rosterSchema,
  type CourseGrid,
  type CourseStudent,
} from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import { ago, objectId, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const holdFirstSection = async () => {
  const heldClass = await campus.holdClass(['Ada', 'Blaise']);
  const { id: courseId } = heldClass.course;
  const [first, second] = heldClass.members as [Member, Member];
  const other = objectId();
  const publishPeriods = (
    member: Member,
    version: number,
    ...periods: [string, from: string, to?: string][]
  ) =>
    campus.publishMembership({
      id: objectId(),
      courseId,
      studentId: member.user.id,
      active: true,
      enrolledAt: ago(60),
      version,
      periods: periods.map(([sectionId, began, ended]) => ({
        sectionId,
        began,
        recordedAt: began,
        by: heldClass.teacher.id,
        voided: false,
        ...(ended && {
          ended,
          end: {
            how: 'MOVED',
            recordedAt: ended,
            by: heldClass.teacher.id,
          },
        }),
      })),
    });
  await publishPeriods(second, 2, [other, ago(60)]);
  const session = { ...heldClass.session, sections: [{ courseId, sectionId: courseId }], version: 2 };
  await campus.publishSession(session);
  const end = () =>
    campus.publishSession({ ...session, active: false, endTime: ago(0), endedAt: ago(0), version: 3 });
  return { ...heldClass, heldClass, first, second, other, publishPeriods, end };
};

const rosterOf = async ({ teacher }: Pick<HeldClass, 'teacher'>, sessionId: string) => {
  const { body } = await campus.ask(teacher, 'GET', `/api/attendance/roster?sessionId=${sessionId}`);
  return rosterSchema
    .parse(body)
    .entries.map(({ student, sectionId, mark }) => ({ name: student.name, sectionId, status: mark?.status }))
    .toSorted((one, another) => one.name.localeCompare(another.name));
};
const gridOf = async ({ teacher, course }: HeldClass): Promise<CourseGrid> =>
  courseGridSchema.parse((await campus.ask(teacher, 'GET', `/api/analytics/courses/${course.id}/grid`)).body);
const pageOf = async ({ teacher, course }: HeldClass, { user }: Member): Promise<CourseStudent> => {
  const path = `/api/analytics/courses/${course.id}/students/${user.id}`;
  return courseStudentSchema.parse((await campus.ask(teacher, 'GET', path)).body);
};

describe('a class of one section', () => {
  it('lists the students of its section, and only they can be absent', async () => {
    const { heldClass, second, session, course, end } = await holdFirstSection();
    await eventually(async () =>
      expect(await rosterOf(heldClass, session.id)).toEqual([
        { name: 'Ada', sectionId: course.id, status: undefined },
      ]),
    );
    await end();
    await eventually(async () =>
      expect(await rosterOf(heldClass, session.id)).toEqual([
        { name: 'Ada', sectionId: course.id, status: 'ABSENT' },
      ]),
    );
    const { students } = await gridOf(heldClass);
    expect(Object.fromEntries(students.map(({ student, statuses }) => [student.name, statuses]))).toEqual({
      Ada: ['ABSENT'],
      Blaise: [null],
    });
    expect((await pageOf(heldClass, second)).sessions).toEqual([]);
  });

  it('keeps its history when a student is moved to another section (mod_attendance #716)', async () => {
    const { heldClass, first, second, session, course, other, publishPeriods, end } =
      await holdFirstSection();
    await end();
    await eventually(async () => expect(await pageOf(heldClass, first)).toMatchObject({ absent: 1 }));
    await publishPeriods(first, 2, [course.id, ago(60), ago(0)], [other, ago(0)]);
    const next = { ...heldClass.session, id: objectId(), startTime: ago(0), version: 1 };
    await campus.publishSession({ ...next, sections: [{ courseId: course.id, sectionId: other }] });
    await eventually(async () =>
      expect(await rosterOf(heldClass, next.id)).toMatchObject([{ name: 'Ada' }, { name: 'Blaise' }]),
    );
    expect(await rosterOf(heldClass, session.id)).toMatchObject([{ name: 'Ada', status: 'ABSENT' }]);
    const page = await pageOf(heldClass, first);
    expect(page).toMatchObject({ absent: 1 });
    expect(page.sessions.map(({ _id }) => _id).toSorted()).toEqual([session.id, next.id].toSorted());
    expect((await pageOf(heldClass, second)).sessions.map(({ _id }) => _id)).toEqual([next.id]);
  });

  it('records in the history that its sections changed', async () => {
    const { session, teacher, members, mark } = await campus.holdClass(['Ada']);
    await mark();
    const sections = [{ courseId: session.courseId, sectionId: objectId() }];
    await campus.publishSession({ ...session, sections, version: 2 });
    const path = `/api/attendance/${session.id}-${members[0]!.user.id}/history`;
    await eventually(async () =>
      expect((await campus.ask(teacher, 'GET', path)).body).toMatchObject([
        { action: 'marked', to: 'PRESENT' },
        { action: 'sections_changed', actor: { userType: 'TEACHER' } },
      ]),
    );
  });

  it('shows a student of another section who scans, but does not count the scan', async () => {
    const { heldClass, second, session, mark, end } = await holdFirstSection();
    await eventually(async () => expect(await rosterOf(heldClass, session.id)).toHaveLength(1));
    expect((await mark(second)).status).toBe(201);
    expect(await rosterOf(heldClass, session.id)).toMatchObject([{}, { name: 'Blaise', status: 'PRESENT' }]);
    await end();
    await eventually(async () =>
      expect(await rosterOf(heldClass, session.id)).toMatchObject([
        { status: 'ABSENT' },
        { status: 'PRESENT' },
      ]),
    );
    expect(await pageOf(heldClass, second)).toMatchObject({ present: 0, absent: 0 });
  });
});
