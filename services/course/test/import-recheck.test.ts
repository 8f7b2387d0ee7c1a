import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice, SECTIONS } from './support/office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice(['auth', 'course']);
});
afterAll(() => office.close());

/** A course with one section, its teacher, and students whose memberships come from a complete file. */
const importMembers = async (count: number) => {
  const [course, section] = [newId(), newId()];
  const students = await office.importPeople('student', count);
  const [teacher] = await office.importPeople('staff', 1);
  await office.apply('sections', csv(SECTIONS, [[section, 'A', course, course, 'Optics', 3]]));
  await office.apply(
    'staff',
    csv('person,role,scope,scopeId', [[teacher?.id ?? '', 'owner', 'course', course]]),
  );
  const fileOf = (some: { id: string }[]) =>
    csv(
      'section,person',
      some.map(({ id }) => [section, id]),
    );
  return {
    course,
    students,
    fileOf,
    remove: (user = '') => office.askAs(teacher?.user ?? '', course, 'DELETE', `/students/${user}`),
  };
};

const membersOf = async (course: string): Promise<string[]> => {
  const stored = await office.storedCourse(course);
  const found = await office.database
    .collection<{ studentId: string }>('enrollments')
    .find({ courseId: stored?._id, active: true } as object)
    .toArray();
  return found.map(({ studentId }) => studentId);
};

const complete = { complete: true };

describe('rule 4: the confirmation of a preview', () => {
  it('imports at once if every line still has the outcome that was shown', async () => {
    const { students, fileOf } = await importMembers(3);
    const previewed = await office.preview('memberships', fileOf(students));
    const { status } = await office.act(previewed._id, 'confirm', { check: previewed.check });
    expect(status).toBe(200);
    const done = await office.settle(previewed._id);
    expect(done).toMatchObject({ state: 'done', applied: { added: 3 } });
    expect(done.outdated).toBeUndefined();
    // The client repeats the confirmation because it lost the answer.
    expect(await office.act(previewed._id, 'confirm', { check: previewed.check })).toMatchObject({
      status: 200,
      body: { state: 'done' },
    });
    expect(await office.database.collection('importoutcomes').countDocuments({})).toBe(0);
  });

  it('lists lines with another outcome, writes nothing, and asks for a new confirmation', async () => {
    const { course, students, fileOf, remove } = await importMembers(3);
    const [stays, leaves, joins] = students;
    await office.apply('memberships', fileOf([stays!, leaves!]), complete);
    const previewed = await office.preview('memberships', fileOf([stays!, joins!]), complete);
    expect(previewed).toMatchObject({ preview: { added: 1, ended: 1, unchanged: 1 } });
    expect((await remove(leaves?.user)).status).toBeLessThan(300);
    await office.apply('memberships', fileOf([joins!]));
    const before = await membersOf(course);

    await office.act(previewed._id, 'confirm', {
      changes: previewed.changesToConfirm,
      check: previewed.check,
    });
    const outdated = await office.settle(previewed._id);
    expect(outdated).toMatchObject({
      state: 'previewed',
      preview: { added: 0, ended: 0, unchanged: 2 },
      outdated: { count: 2 },
    });
    expect(outdated.outdated?.examples).toEqual([
      { line: 3, label: `Person ${joins?.id}, ${course}`, was: 'added', now: 'unchanged' },
      { line: 0, label: `Person ${leaves?.id}, ${course}`, was: 'ended', now: 'unchanged' },
    ]);
    expect(await membersOf(course)).toEqual(before);

    for (const check of [undefined, previewed.check])
      expect(await office.act(previewed._id, 'confirm', { check })).toMatchObject({
        status: 409,
        body: { code: 'preview_outdated', details: { check: outdated.check } },
      });
    await office.act(previewed._id, 'confirm', { check: outdated.check });
    const done = await office.settle(previewed._id);
    expect(done).toMatchObject({ state: 'done', applied: { unchanged: 2, added: 0, ended: 0 } });
    expect(done.outdated).toBeUndefined();
  });

  it('names a person whose line would be rejected now', async () => {
    const [person, holder] = [newId(), newId()];
    const line = (id: string, email: string) => [id, `Rosa ${id}`, `${email}@campus.example`, 'student'];
    const header = 'person,name,email,role';
    await office.apply('people', csv(header, [line(holder, holder)]));
    const previewed = await office.preview('people', csv(header, [line(person, person)]));
    expect(previewed).toMatchObject({ preview: { added: 1 } });
    await office.apply('people', csv(header, [line(holder, person)]));
    await office.act(previewed._id, 'confirm', { check: previewed.check });
    const outdated = await office.settle(previewed._id);
    expect(outdated).toMatchObject({ state: 'previewed', preview: { added: 0, error: 1 } });
    expect(outdated.outdated).toEqual({
      count: 1,
      examples: [
        {
          line: 2,
          label: `${person} · Rosa ${person} · ${person}@campus.example · student`,
          was: 'added',
          now: 'error',
          problem: 'email_taken',
        },
      ],
    });
  });

  it('blocks other imports during the check, and can be stopped before anything is written', async () => {
    const { course, students, fileOf } = await importMembers(1);
    const lines = Array.from({ length: 4_000 }, () => students[0]!);
    const previewed = await office.preview('memberships', fileOf(lines));
    const other = await office.preview('units', csv('id,kind,name', [[newId(), 'faculty', 'Arts']]));
    expect(await office.act(previewed._id, 'confirm', {})).toMatchObject({ body: { state: 'rechecking' } });
    expect(await office.act(other._id, 'confirm', {})).toMatchObject({ body: { code: 'import_running' } });
    await office.act(previewed._id, 'stop');
    expect(await office.settle(previewed._id)).toMatchObject({ state: 'uploaded' });
    expect(await membersOf(course)).toEqual([]);
    await office.act(other._id, 'confirm', {});
    expect(await office.settle(other._id)).toMatchObject({ state: 'done' });
  });

  it('writes nothing after a stop that was accepted during the check', async () => {
    const { course, students, fileOf } = await importMembers(10);
    for (const student of students) {
      const { _id } = await office.preview('memberships', fileOf([student]));
      const [, { body }] = await Promise.all([office.act(_id, 'confirm', {}), office.act(_id, 'stop')]);
      await office.settle(_id);
      if (body.state === 'rechecking') expect(await membersOf(course)).not.toContain(student.user);
    }
  });

  it('starts over after a restart, and still finds the lines that differ', async () => {
    const { course, students, fileOf } = await importMembers(2);
    const lines = [...students, ...Array.from({ length: 1_000 }, () => students[0]!)];
    const previewed = await office.preview('memberships', fileOf(lines));
    await office.apply('memberships', fileOf([students[0]!]));
    await office.act(previewed._id, 'confirm', { check: previewed.check });
    await office.services.restart('course');
    const outdated = await office.settle(previewed._id);
    expect(outdated).toMatchObject({ state: 'previewed', outdated: { count: 1, examples: [{ line: 2 }] } });
    await office.act(previewed._id, 'confirm', { check: outdated.check });
    await office.services.restart('course');
    expect(await office.settle(previewed._id)).toMatchObject({ state: 'done', applied: { added: 1 } });
    expect(await membersOf(course)).toHaveLength(2);
  });
});
