import { eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openClass } from './support/classes.ts';
import { type Office, openOffice } from './support/office.ts';
import { importStatedCourse } from './support/stated-course.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const storedPeriods = async (user: string) =>
  (await office.database.collection('enrollments').findOne({ studentId: user }))?.['periods'] as object[];

it('rule 7: an undone membership ends if the student marked in one of its classes, or else is voided', async () => {
  const course = await importStatedCourse(office, 3);
  const [marked = '', other = '', cleared = ''] = course.users;
  const openedClass = await openClass(office, course, course.sections.A);
  await eventually(async () => expect(await openedClass.roster()).toHaveLength(3));
  await openedClass.mark(marked);
  await openedClass.clear((await openedClass.mark(cleared))._id);

  const { body: preview } = await office.ask('GET', `/api/imports/${course.run._id}/undo`);
  expect(preview).toMatchObject({ removed: 2, kept: 1 });
  expect(await office.undo(course.run._id)).toMatchObject({
    state: 'undone',
    undo: { restored: 2, kept: 1 },
  });
  await eventually(async () => expect(await openedClass.roster()).toEqual([[marked, 'PRESENT']]));
  expect(await storedPeriods(marked)).toMatchObject([{ voided: false, end: { how: 'LEFT' } }]);
  for (const user of [other, cleared]) expect(await storedPeriods(user)).toMatchObject([{ voided: true }]);
});

it('an import is not undone while the attendance service does not respond', async () => {
  const alone = await openOffice(['auth', 'course']);
  try {
    const { run } = await importStatedCourse(alone, 1);
    expect(await alone.ask('GET', `/api/imports/${run._id}/undo`)).toMatchObject({ status: 503 });
  } finally {
    await alone.close();
  }
});
