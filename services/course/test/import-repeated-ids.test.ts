import type { ImportRun } from '@qr-attendance/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice } from './support/office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice(['auth', 'course', 'session']);
});
afterAll(() => office.close());

const SECTIONS = 'section_id,section,course_id,code,name,semester,term,previous_id';
interface Line {
  id: string;
  course: string;
  term?: string;
  previous?: string;
}
const lineOf = ({ id, course, term = '', previous = '' }: Line) => [
  id,
  id,
  course,
  course,
  'Optics',
  3,
  term,
  previous,
];
const apply = (...lines: Line[]): Promise<ImportRun> =>
  office.apply('sections', csv(SECTIONS, lines.map(lineOf)));
const idOf = async (course: string, section: string): Promise<string | undefined> =>
  (await office.storedCourse(course))?.sections.find(({ externalId }) => externalId === section)?.id;

describe('rule 13: a repeated previous ID of a section', () => {
  const applyTerms = async (): Promise<[string, string]> => {
    const terms: [string, string] = [newId(), newId()];
    const lines = terms.map((id, index) => [id, id, `203${index}-09-01`, `203${index}-12-20`]);
    await office.apply('terms', csv('id,name,starts,ends', lines));
    return terms;
  };

  it('adds a new section in the next term, where both IDs are unknown', async () => {
    const [[autumn, spring], old, id] = [await applyTerms(), newId(), newId()];
    const [first, second, third] = [newId(), newId(), newId()];
    await apply({ id: old, course: first, term: autumn });
    const section = await idOf(first, old);
    await apply({ id, course: first, term: autumn, previous: old });
    expect(await idOf(first, id)).toBe(section);

    // The next term's file also has the column with previous IDs.
    const next: Line = { id, course: second, term: spring, previous: old };
    expect(await apply(next)).toMatchObject({ applied: { added: 1, unmatched: 0, error: 0 } });
    expect(await apply(next)).toMatchObject({ applied: { unchanged: 1, added: 0 } });
    expect(await idOf(first, id)).toBe(section);

    // A section of the previous term has the previous ID of another section.
    const [before, after] = [newId(), newId()];
    await apply({ id: before, course: first, term: autumn });
    const renamed: Line = { id: after, course: third, term: spring, previous: before };
    expect(await apply(renamed)).toMatchObject({ applied: { added: 1, unmatched: 0 } });
    expect(await idOf(first, before)).toEqual(expect.any(String));
    const unknown = await apply({ id: newId(), course: third, term: spring, previous: newId() });
    expect(unknown).toMatchObject({ applied: { unmatched: 1 } });
  });

  it('gives a section in the next term the new ID if it has the previous one', async () => {
    const [[autumn, spring], old, id] = [await applyTerms(), newId(), newId()];
    const [first, second] = [newId(), newId()];
    await apply({ id: old, course: first, term: autumn });
    await apply({ id, course: first, term: autumn, previous: old });
    await apply({ id: old, course: second, term: spring });
    const section = await idOf(second, old);
    const run = await apply({ id, course: second, term: spring, previous: old });
    expect(run).toMatchObject({ applied: { changed: 1, added: 0 } });
    expect(await idOf(second, id)).toBe(section);
  });

  it('changes nothing in a deleted course, or if another section has the previous ID', async () => {
    const [old, id, course, other] = [newId(), newId(), newId(), newId()];
    await apply({ id: old, course });
    await apply({ id, course, previous: old });
    const section = await idOf(course, id);
    const reused = await apply({ id, course, previous: old }, { id: old, course: other });
    expect(reused).toMatchObject({ applied: { unchanged: 1, added: 1, error: 0 } });
    const again = await apply({ id, course, previous: old }, { id: old, course: other });
    expect(again).toMatchObject({ applied: { unchanged: 2 } });
    expect(await idOf(course, id)).toBe(section);
    const reusing = await idOf(other, old);
    expect(reusing).toEqual(expect.any(String));

    const stored = await office.storedCourse(course);
    const { status } = await office.askAs(stored?.teacherId ?? '', course, 'DELETE', '');
    expect(status).toBe(204);
    for (const lines of [[], [{ id: old, course: other }]]) {
      const deleted = await apply({ id, course, previous: old }, ...lines);
      expect(deleted).toMatchObject({ applied: { unchanged: 1 + lines.length, error: 0, unmatched: 0 } });
    }
    expect(await idOf(other, old)).toBe(reusing);
  });

  it('is applied again after it was undone', async () => {
    const [old, id, course] = [newId(), newId(), newId()];
    await apply({ id: old, course });
    const section = await idOf(course, old);
    const renaming = await apply({ id, course, previous: old });
    await office.undo(renaming._id);
    expect(await idOf(course, old)).toBe(section);
    expect(await apply({ id, course, previous: old })).toMatchObject({ applied: { changed: 1 } });
    expect(await idOf(course, id)).toBe(section);
  });
});

describe('rule 13: a repeated previous ID of a person', () => {
  it('changes nothing, even if another person has the previous ID in the meantime', async () => {
    const [old, id] = [newId(), newId()];
    const personOf = (person: string, email: string, previous = '') => [
      person,
      'Rosa',
      `${email}@campus.example`,
      'student',
      previous,
    ];
    const applyPeople = (...lines: string[][]) =>
      office.apply('people', csv('person,name,email,role,previous_id', lines));
    await applyPeople(personOf(old, 'first' + old));
    const [person] = await office.findPeople([old]);
    const renamed = personOf(id, 'first' + old, old);
    await applyPeople(renamed);
    // IDs are compared without regard to case.
    const lines = [personOf(id, 'first' + old, old.toUpperCase()), personOf(old, 'second' + old)];
    expect(await applyPeople(...lines)).toMatchObject({ applied: { unchanged: 1, added: 1, error: 0 } });
    const [other, same] = await office.findPeople([old, id]);
    expect(same?.id).toBe(person?.id);
    expect(other?.id).not.toBe(person?.id);
    expect(await applyPeople(...lines)).toMatchObject({ applied: { unchanged: 2, error: 0 } });
    expect(await applyPeople(renamed)).toMatchObject({ applied: { unchanged: 1, error: 0 } });
  });
});
