import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice, SECTIONS } from './support/office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice(['auth', 'course']);
});
afterAll(() => office.close());

const importStudent = async () => {
  const [course, a, b] = [newId(), newId(), newId()];
  const [person] = await office.importPeople('student', 1);
  await office.apply(
    'sections',
    csv(SECTIONS, [
      [a, 'A', course, course, 'Optics', 3],
      [b, 'B', course, course, 'Optics', 3],
    ]),
  );
  return { a, b, person: person?.id ?? '' };
};
const MEMBERS = 'section,person,began,ended';

describe('rule 12: a file states the dates of a student in a section only once', () => {
  it('a second line with other dates is an error that names the first one, unlike an identical line', async () => {
    const { a, person } = await importStudent();
    const file = csv(MEMBERS, [
      [a, person, '2026-09-01', '2026-09-30'],
      [a, person, '2026-11-02', ''],
      [a, person, '2026-09-01', '2026-09-30'],
    ]);
    const run = await office.apply('memberships', file);
    expect(run).toMatchObject({ applied: { added: 1, unchanged: 1, error: 1 } });
    expect(run.examples).toContainEqual(expect.objectContaining({ line: 3, problem: 'repeated' }));
  });

  it('a line that moves a student back to the first section is also reported as an error', async () => {
    const { a, b, person } = await importStudent();
    const file = csv(MEMBERS, [
      [a, person, '2026-09-01', ''],
      [b, person, '2026-10-01', ''],
      [a, person, '2026-11-02', ''],
    ]);
    const run = await office.apply('memberships', file);
    expect(run).toMatchObject({ applied: { error: 1 } });
    expect(run.examples).toContainEqual(expect.objectContaining({ line: 4, problem: 'repeated' }));
  });
});
