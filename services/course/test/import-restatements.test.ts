import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice, SECTIONS } from './support/office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice(['auth', 'course', 'attendance']);
});
afterAll(() => office.close());

interface Member {
  studentId: string;
  active: boolean;
  statements: object;
}

const openFile = async () => {
  const [course, section] = [newId(), newId()];
  await office.apply('sections', csv(SECTIONS, [[section, 'A', course, course, 'Optics', 3]]));
  const stored = await office.storedCourse(course);
  const people = await office.importPeople('student', 3);
  const file = (began: string) =>
    csv(
      'section,person,began',
      people.map(({ id }) => [section, id, began]),
    );
  const members = () =>
    office.database
      .collection<Member>('enrollments')
      .find({ courseId: stored?._id } as object)
      .toArray();
  const activeCount = async () => (await members()).filter(({ active }) => active).length;
  return { file, members, activeCount };
};

it('rule 6: importing the same file again writes no membership, but is listed among the imports', async () => {
  const { file, members, activeCount } = await openFile();
  const first = await office.apply('memberships', file('2026-09-01'));
  const before = await members();
  const runs = [
    await office.apply('memberships', file('2026-09-01')),
    await office.apply('memberships', file('2026-09-01')),
  ];
  expect(await members()).toEqual(before);
  for (const run of [first, runs[0]]) {
    expect(await office.undo(run?._id ?? '')).toMatchObject({
      state: 'undone',
      undo: { restored: 0, kept: 0 },
    });
    expect(await activeCount()).toBe(3);
  }
  expect(await office.undo(runs[1]?._id ?? '')).toMatchObject({ undo: { restored: 3 } });
  expect(await activeCount()).toBe(0);
});

it('rule 6: undoing an import that only repeated statements writes no membership', async () => {
  const { file, members, activeCount } = await openFile();
  const first = await office.apply('memberships', file('2026-09-01'));
  const before = await members();
  const again = await office.apply('memberships', file('2026-09-01'));
  const last = await office.apply('memberships', file('2026-09-01'));
  expect(await office.undo(again._id)).toMatchObject({ undo: { restored: 0, kept: 0 } });
  expect(await members()).toEqual(before);
  await office.undo(first._id);
  expect(await activeCount()).toBe(3);
  await office.undo(last._id);
  expect(await activeCount()).toBe(0);
});

it('rule 6: an import that repeated statements keeps them in effect, whichever other import is undone', async () => {
  const { file, members, activeCount } = await openFile();
  const beganOf = async () =>
    new Set(
      (await members()).map(({ statements }) =>
        JSON.stringify(statements)
          .match(/2026-0\d-01/gu)
          ?.at(-1),
      ),
    );
  const first = await office.apply('memberships', file('2026-09-01'));
  const again = await office.apply('memberships', file('2026-09-01'));
  const changed = await office.apply('memberships', file('2026-08-01'));
  await office.undo(first._id);
  expect(await beganOf()).toEqual(new Set(['2026-08-01']));
  await office.undo(changed._id);
  expect([await activeCount(), ...(await beganOf())]).toEqual([3, '2026-09-01']);
  await office.undo(again._id);
  expect(await activeCount()).toBe(0);
});
