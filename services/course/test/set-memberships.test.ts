import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { day, openMemberships } from './support/memberships.ts';

const now = new Date('2026-10-01T10:00:00.000Z');
let memberships: Awaited<ReturnType<typeof openMemberships>>;
beforeAll(async () => {
  memberships = await openMemberships(() => now);
});
afterAll(() => memberships.close());

describe('memberships that a roster or a file states', () => {
  it('are written in batches with one event per student, and change nothing when repeated', async () => {
    const { id, a, b, set } = await memberships.openCourse();
    const began = day('2026-09-01');
    const rows = Array.from({ length: 1_100 }, (_row, index) => ({
      studentId: randomUUID(),
      sectionId: index % 2 ? a : b,
      began,
    }));
    expect(new Set(await set(rows))).toEqual(new Set(['added']));
    expect(new Set(await set(rows))).toEqual(new Set(['unchanged']));
    expect(
      await memberships.models.enrollments.countDocuments({ courseId: id, active: true, version: 1 }),
    ).toBe(1_100);
    const first = await memberships.models.enrollments
      .findOne({ studentId: rows[0]?.studentId ?? '' })
      .lean();
    expect(first).toMatchObject({ sectionId: b, outbox: [{ bulk: true }] });
  });

  it('move a student with two consecutive periods, whatever the order of the rows', async () => {
    const { a, b, set, periodsOf } = await memberships.openCourse();
    const studentId = randomUUID();
    const [began, moved] = [day('2026-09-01'), day('2026-09-15')];
    const rows = [
      { studentId, sectionId: b, began: moved },
      { studentId, sectionId: a, began, ended: moved },
    ];
    expect(await set(rows)).toEqual(['added', 'added']);
    expect(await set(rows)).toEqual(['unchanged', 'unchanged']);
    expect(await periodsOf(studentId)).toEqual([
      { section: 'a', began, ended: moved, voided: false },
      { section: 'b', began: moved, ended: undefined, voided: false },
    ]);
    expect((await memberships.enrollments.find(a, studentId))?.version).toBe(1);
  });

  it('correct the start and end of what they stated before', async () => {
    const { a, set, periodsOf } = await memberships.openCourse();
    const studentId = randomUUID();
    const row = { studentId, sectionId: a, began: day('2026-09-08') };
    await set([row]);
    expect(await set([{ ...row, began: day('2026-09-01') }])).toEqual(['changed']);
    const ended = day('2026-09-20');
    expect(await set([{ ...row, began: day('2026-09-01'), ended }])).toEqual(['changed']);
    expect(await periodsOf(studentId)).toEqual([
      { section: 'a', began: day('2026-09-01'), ended, voided: false },
    ]);
    expect(await set([{ ...row, began: day('2026-09-01') }])).toEqual(['changed']);
    expect(await periodsOf(studentId)).toMatchObject([{ ended: undefined }]);
  });

  it('do not restore what the teacher removed, or overlap with another section', async () => {
    const { id, a, b, set, periodsOf } = await memberships.openCourse();
    const [removed, moved] = [randomUUID(), randomUUID()];
    const began = day('2026-09-01');
    const rows = [removed, moved].map((studentId) => ({ studentId, sectionId: a, began }));
    await set(rows);
    const enrollment = await memberships.enrollments.find(id, removed);
    if (enrollment) await memberships.enrollments.end(enrollment, { how: 'REMOVED', by: randomUUID() }, now);
    await set([{ studentId: moved, sectionId: b }]);
    expect(await set(rows)).toEqual(['unchanged', 'unchanged']);
    expect(await set([{ studentId: moved, sectionId: b, began: day('2026-09-02'), ended: now }])).toEqual([
      'overlaps',
    ]);
    expect((await periodsOf(moved))?.map(({ section }) => section)).toEqual(['a', 'b']);
    expect(await set([{ studentId: moved, sectionId: 'f'.repeat(24) }])).toEqual(['unknown_section']);
  });

  it('are all applied if two imports write the same students concurrently', async () => {
    const { id, a, b, set } = await memberships.openCourse();
    const studentIds = Array.from({ length: 50 }, () => randomUUID());
    await Promise.all(
      [a, b].map((sectionId) => set(studentIds.map((studentId) => ({ studentId, sectionId })))),
    );
    const enrollments = await memberships.models.enrollments.find({ courseId: id }).lean();
    expect(enrollments).toHaveLength(50);
    for (const { periods } of enrollments)
      expect(periods.filter(({ ended }) => ended === undefined)).toHaveLength(1);
  });
});
