import { randomUUID } from 'node:crypto';
import { toMembershipChanged } from '../src/core/memberships/enrollment-standing.ts';
import { updateDueEnrollments } from '../src/features/enrollment/update-due.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { day, openMemberships } from './support/memberships.ts';

const start = new Date('2026-10-01T10:00:00.000Z');
let now = start;
let memberships: Awaited<ReturnType<typeof openMemberships>>;
beforeAll(async () => {
  memberships = await openMemberships(() => now);
});
afterAll(() => memberships.close());
beforeEach(() => {
  now = start;
});

describe('memberships with dates in the future', () => {
  const publishDue = () =>
    updateDueEnrollments({ enrollments: memberships.enrollments, hasRoomForEvents: async () => true });
  const [began, moved, ended] = [day('2026-09-01'), day('2026-10-15'), day('2027-02-15')];
  const openFor = async (...rows: [section: 'a' | 'b', began?: Date, ended?: Date][]) => {
    const course = await memberships.openCourse();
    const studentId = randomUUID();
    const outcomes = await course.set(
      rows.map(([section, from, until]) => ({
        studentId,
        sectionId: course[section],
        began: from,
        ended: until,
      })),
    );
    const find = async () => {
      const found = await memberships.enrollments.find(course.id, studentId);
      if (!found) throw new Error('the student was never in the course');
      return found;
    };
    return { ...course, studentId, outcomes, find };
  };

  it('are published once on each date, whatever the number of replicas', async () => {
    const course = await openFor(['a', began, moved], ['b', moved, ended]);
    const stored = async () => memberships.models.enrollments.findOne({ studentId: course.studentId }).lean();
    expect(await stored()).toMatchObject({ active: true, sectionId: course.a, changesAt: moved });
    await publishDue();
    expect(await stored()).toMatchObject({ version: 1 });

    now = moved;
    await Promise.all([publishDue(), publishDue(), publishDue()]);
    await publishDue();
    expect(await stored()).toMatchObject({ active: true, sectionId: course.b, changesAt: ended, version: 2 });
    expect((await stored())?.outbox[0]?.payload).toMatchObject({
      active: true,
      enrolledAt: moved.toISOString(),
      version: 2,
      periods: [{ sectionId: course.a }, { sectionId: course.b }],
    });
    now = ended;
    await publishDue();
    const last = await stored();
    expect(last).toMatchObject({ active: false, ended: 'LEFT', version: 3 });
    expect(last).not.toHaveProperty('changesAt');
    expect(last?.outbox[0]?.payload).toMatchObject({ ended: 'LEFT', endedAt: ended.toISOString() });
    await publishDue();
    expect(await stored()).toMatchObject({ version: 3 });
  });

  it('list the current period last, where services read the section', async () => {
    const course = await openFor(['a', began, moved], ['b', moved]);
    expect(toMembershipChanged(await course.find())).toMatchObject({
      active: true,
      enrolledAt: began.toISOString(),
      periods: [{ sectionId: course.b }, { sectionId: course.a }],
    });
  });

  it('are not listed as ended before they begin', async () => {
    const course = await openFor(['a', moved, ended]);
    expect(await memberships.enrollments.listEnded(course.id, 10)).toEqual([]);
    expect(await course.find()).toMatchObject({ active: false, sectionId: course.a });
    expect(toMembershipChanged(await course.find())).not.toHaveProperty('ended');
  });

  it('end at once when the teacher removes the student, even if the file is imported again', async () => {
    const course = await openFor(['a', began, moved], ['b', moved, ended]);
    await memberships.enrollments.end(await course.find(), { how: 'REMOVED', by: randomUUID() }, now);
    expect(await course.find()).toMatchObject({ active: false, ended: 'REMOVED', sectionId: course.a });
    expect(toMembershipChanged(await course.find())).toMatchObject({
      ended: 'REMOVED',
      enrolledAt: began.toISOString(),
      endedAt: now.toISOString(),
    });
    const { studentId, a, b, set } = course;
    const rows = [
      { studentId, sectionId: a, began, ended: moved },
      { studentId, sectionId: b, began: moved, ended },
    ];
    expect(await set(rows)).toEqual(['unchanged', 'unchanged']);
    now = day('2026-10-20');
    await publishDue();
    expect(await course.find()).toMatchObject({ active: false, ended: 'REMOVED', version: 2 });
    await memberships.enrollments.begin(await course.find(), { sectionId: a, by: memberships.admin }, now);
    expect(await course.find()).toMatchObject({ active: true, sectionId: a });
  });

  it('end at once when the student leaves, even if the file planned a later end', async () => {
    const course = await openFor(['a', began, ended]);
    await memberships.enrollments.end(await course.find(), { how: 'LEFT', by: course.studentId }, now);
    expect(await course.find()).toMatchObject({ active: false, ended: 'LEFT' });
    expect(await course.periodsOf(course.studentId)).toMatchObject([{ began, ended: now }]);
  });

  it('are left alone by a line without dates if the student also has a current membership', async () => {
    const course = await openFor(['a', began, moved], ['a', moved]);
    expect(course.outcomes).toEqual(['added', 'added']);
    const { studentId, a, set } = course;
    expect(await set([{ studentId, sectionId: a }])).toEqual(['unchanged']);
  });

  it('keep their last day when the student moves, whether by hand or by a file', async () => {
    const byHand = await openFor(['a', began, ended]);
    await memberships.enrollments.move(
      await byHand.find(),
      { sectionId: byHand.b, by: memberships.admin, at: now },
      now,
    );
    const { studentId, a, set } = byHand;
    expect(await set([{ studentId, sectionId: a, began, ended }])).toEqual(['unchanged']);
    expect(await byHand.periodsOf(studentId)).toEqual([
      { section: 'a', began, ended: now, voided: false },
      { section: 'b', began: now, ended, voided: false },
    ]);
    const byFile = await openFor(['a', began, ended], ['b', moved, ended]);
    expect(byFile.outcomes).toEqual(['added', 'added']);
    expect(await byFile.periodsOf(byFile.studentId)).toEqual([
      { section: 'a', began, ended: moved, voided: false },
      { section: 'b', began: moved, ended, voided: false },
    ]);
  });

  it('can be preceded by a period that the student or a teacher starts now', async () => {
    const course = await openFor(['b', moved, ended]);
    await memberships.enrollments.begin(
      await course.find(),
      { sectionId: course.a, by: course.studentId },
      now,
    );
    expect(await course.find()).toMatchObject({ active: true, sectionId: course.a, changesAt: moved });
    const other = await openFor(['b', moved, ended]);
    const row = { studentId: other.studentId, sectionId: other.a };
    expect(await other.set([row])).toEqual(['added']);
    expect(await other.set([row])).toEqual(['unchanged']);
    expect(await other.periodsOf(other.studentId)).toEqual([
      { section: 'a', began: now, ended: moved, voided: false },
      { section: 'b', began: moved, ended, voided: false },
    ]);
  });
});

it('a change applies at once on a replica whose clock is behind', async () => {
  const course = await memberships.openCourse();
  const [studentId, sectionId, by] = [randomUUID(), course.a, memberships.admin];
  const find = async () => {
    const found = await memberships.enrollments.find(course.id, studentId);
    if (!found) throw new Error('the student was never in the course');
    return found;
  };
  const behind = new Date(start.getTime() - 120_000);
  await memberships.enrollments.create({ courseId: course.id, studentId, sectionId, by }, start);
  now = behind;
  expect(await find()).toMatchObject({ active: true });
  now = start;
  await memberships.enrollments.end(await find(), { how: 'REMOVED', by }, start);
  now = behind;
  expect(await find()).toMatchObject({ active: false, ended: 'REMOVED' });
  await memberships.enrollments.begin(await find(), { sectionId, by }, behind);
  expect(await find()).toMatchObject({ active: true });
});
