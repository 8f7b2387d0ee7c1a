import type { ImportHistory } from '@qr-attendance/contracts';
import { someone } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rememberRun } from './support/imports.ts';
import { csv, newId, type Office, openOffice } from './support/office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice(['auth', 'course', 'attendance']);
});
afterAll(() => office.close());

interface Line {
  email?: string;
  previous?: string;
  usn?: string;
}
const fileOf = (lines: Record<string, Line>) =>
  csv(
    'person,name,email,role,usn,previous_id',
    Object.entries(lines).map(([id, { email = id, previous = '', usn = '' }]) => [
      id,
      'Rosa Rostered',
      `${email}@campus.example`,
      'student',
      usn,
      previous,
    ]),
  );
const find = async (...ids: string[]) => (await office.findPeople(ids)).map((person) => person?.id);
const problemsOf = async (runId: string) => {
  const response = await fetch(`${office.services.urls.course}/api/imports/${runId}/errors`, {
    headers: { authorization: `Bearer ${office.services.tokenFor(someone('ADMIN'))}` },
  });
  return response.text();
};

describe('rule 13: a previous ID of a person', () => {
  it('gives the same person a new ID, and every undo still finds the person', async () => {
    const [old, id] = [newId(), newId()];
    const first = await office.apply('people', fileOf({ [old]: {} }));
    const [person] = await find(old);
    const file = fileOf({ [id]: { email: old, previous: old } });
    const second = await office.apply('people', file);
    expect(second).toMatchObject({ applied: { changed: 1, added: 0, error: 0 } });
    expect(await find(old, id)).toEqual([undefined, person]);
    const again = await office.apply('people', file);
    expect(again).toMatchObject({ applied: { unchanged: 1 } });
    for (const key of [old.toUpperCase(), id]) {
      const { body } = await office.ask<ImportHistory>('GET', `/api/imports/history?kind=people&key=${key}`);
      expect(body).toMatchObject({ name: id, earlierIds: [old] });
      expect(body.steps.map(({ run }) => run._id)).toEqual([first._id, second._id]);
    }

    // The older run is undone although it stated the previous ID.
    expect(await office.undo(first._id)).toMatchObject({ undo: { kept: 0 } });
    expect(await find(old, id)).toEqual([undefined, person]);
    await office.undo(again._id);
    expect(await office.undo(second._id)).toMatchObject({ undo: { restored: 1 } });
    expect(await find(old, id)).toEqual([undefined, undefined]);
  });

  it('is restored by an undo, and the memberships stay', async () => {
    const [old, id] = [newId(), newId()];
    await office.apply('people', fileOf({ [old]: {} }));
    const [person] = await find(old);
    const { course, ids } = await office.importCourse(1);
    const members = (student: string) => csv('section,person', [[ids[0] ?? '', student]]);
    await office.apply('memberships', members(old));
    const run = await office.apply('people', fileOf({ [id]: { email: old, previous: old } }));
    expect(await office.apply('memberships', members(id))).toMatchObject({ applied: { unchanged: 1 } });
    await office.undo(run._id);
    expect(await find(old, id)).toEqual([person, undefined]);
    expect(await office.apply('memberships', members(old))).toMatchObject({ applied: { unchanged: 1 } });
    const stored = await office.storedCourse(course);
    expect(
      await office.database
        .collection('enrollments')
        .countDocuments({ courseId: stored?._id, studentId: person, active: true } as object),
    ).toBe(1);
  });

  it('is rejected if another record has the new ID, or another line has the previous ID', async () => {
    const [one, two, three] = [newId(), newId(), newId()];
    await office.apply('people', fileOf({ [one]: {}, [two]: {} }));
    const both = await office.apply('people', fileOf({ [two]: { previous: one } }));
    expect(both).toMatchObject({ applied: { changed: 0, error: 1 } });
    expect(await problemsOf(both._id)).toContain('Different records have the ID and the previous ID.');
    const twice = await office.preview(
      'people',
      fileOf({ [three]: { email: one, previous: one }, [one]: { email: three } }),
    );
    expect(twice).toMatchObject({ preview: { changed: 1, error: 1 } });
  });
});

describe('rule 13: a new ID with the address or number of a withdrawn person', () => {
  const withdraw = async (line: Line = {}) => {
    const old = newId();
    const run = await office.apply('people', fileOf({ [old]: line }));
    const [person] = await find(old);
    await office.undo(run._id);
    expect(await find(old)).toEqual([undefined]);
    return { old, person };
  };
  const answer = (runId: string, line: number, given: string) =>
    office.ask<{ code?: string }>('PUT', `/api/imports/${runId}/answers/${line}`, { answer: given });

  it('is imported only after an administrator has answered whether it is the same person', async () => {
    const { old } = await withdraw({ usn: '1AB21' });
    const [id, other] = [newId(), newId()];
    const previewed = await office.preview('people', fileOf({ [id]: { email: old }, [other]: {} }));
    expect(previewed).toMatchObject({
      preview: { added: 1, waiting: 1, error: 0 },
      samePeople: {
        count: 1,
        answered: 0,
        pairs: [
          {
            line: 2,
            values: expect.arrayContaining([id, `${old}@campus.example`]),
            withdrawn: {
              institutionId: old,
              name: 'Rosa Rostered',
              email: `${old}@campus.example`,
              usn: '1AB21',
            },
          },
        ],
      },
    });
    await office.act(previewed._id, 'confirm', { check: previewed.check });
    expect(await office.settle(previewed._id)).toMatchObject({
      state: 'done',
      applied: {
        added: 1,
        waiting: 1,
      },
    });
    expect(await find(id)).toEqual([undefined]);
    expect(await problemsOf(previewed._id)).toContain('Say whether it is the same person.');
  });

  it('can mean the same person, who returns with the new ID, and an undo restores the previous ID', async () => {
    const { old, person } = await withdraw();
    const id = newId();
    const previewed = await office.preview('people', fileOf({ [id]: { email: old } }));
    expect(await answer(previewed._id, 3, 'same_person')).toMatchObject({ status: 404 });
    expect(await answer(previewed._id, 2, 'perhaps')).toMatchObject({ status: 400 });
    expect(await answer(previewed._id, 2, 'same_person')).toMatchObject({
      status: 200,
      body: { preview: { added: 1, waiting: 0 }, samePeople: { count: 1, answered: 1 } },
    });
    await office.act(previewed._id, 'confirm', { check: previewed.check });
    expect(await office.settle(previewed._id)).toMatchObject({ state: 'done', applied: { added: 1 } });
    expect(await find(old, id)).toEqual([undefined, person]);
    expect(await office.apply('people', fileOf({ [id]: { email: old } }))).toMatchObject({
      applied: { unchanged: 1 },
    });

    const last = await office.apply('people', fileOf({ [id]: { email: old } }));
    expect(last).toMatchObject({ applied: { unchanged: 1 } });
    const runs = await office.ask<{ _id: string; state: string }[]>('GET', '/api/imports?limit=3');
    for (const { _id } of runs.body) await office.undo(_id);
    expect(await find(old, id)).toEqual([undefined, undefined]);
    expect(await office.apply('people', fileOf({ [old]: {} }))).toMatchObject({ applied: { added: 1 } });
    expect(await find(old)).toEqual([person]);
  });

  it('can mean another person, who is added', async () => {
    const { old, person } = await withdraw({ usn: '1AB22' });
    const id = newId();
    const previewed = await office.preview('people', fileOf({ [id]: { usn: '1ab22' } }));
    expect(previewed).toMatchObject({ preview: { waiting: 1 } });
    await answer(previewed._id, 2, 'same_person');
    await answer(previewed._id, 2, 'another_person');
    await office.act(previewed._id, 'confirm', { check: previewed.check });
    expect(await office.settle(previewed._id)).toMatchObject({ state: 'done', applied: { added: 1 } });
    const [added] = await find(id);
    expect(added).toEqual(expect.any(String));
    expect(added).not.toBe(person);
    // The withdrawn person keeps the previous ID.
    await office.apply('people', fileOf({ [old]: {} }));
    expect(await find(old, id)).toEqual([person, added]);
  });

  it('has the same outcome if its batch is repeated after a crash', async () => {
    const { old, person } = await withdraw();
    const id = newId();
    const previewed = await office.preview('people', fileOf({ [id]: { email: old } }));
    await answer(previewed._id, 2, 'same_person');
    const crash = await rememberRun(office.database, previewed._id);
    await office.act(previewed._id, 'confirm', { check: previewed.check });
    const done = await office.settle(previewed._id);
    expect(done).toMatchObject({ state: 'done', applied: { added: 1 } });

    await crash(done.applied);
    expect(await office.settle(previewed._id)).toMatchObject({ state: 'done', applied: done.applied });
    expect(await find(old, id)).toEqual([undefined, person]);
  });
});
