import { randomUUID } from 'node:crypto';
import type { KnownPerson } from '@qr-attendance/contracts';
import { call, someone, startServices, type TestServices } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createImporter, type Importer } from './support/imports.ts';

let services: TestServices;
let office: Importer;
beforeAll(async () => {
  services = await startServices(['auth', 'course']);
  const token = services.tokenFor(someone('ADMIN', 'Olga Office'));
  office = createImporter(() => services.urls.course, { token });
});
afterAll(() => services.stop());

const find = async (...institutionIds: string[]) =>
  (
    await call<(KnownPerson | null)[]>(services.urls.auth, 'POST', '/internal/people/find', {
      token: services.internalToken,
      body: { institutionIds },
    })
  ).body;
const header = 'institution_id,name,email,role,unit_id,usn,registration_number,semester';
const lineOf = (id: string, { name = 'Rosa Rostered', role = 'student', unit = '', usn = '' } = {}) =>
  `${id},${name},${id}@campus.example,${role},${unit},${usn},,${role === 'student' ? 3 : ''}`;
const newId = () => `q${randomUUID().slice(0, 8)}`;

describe('an import of people', () => {
  it('adds people without accounts, with their unit’s department, changes them, and can be undone', async () => {
    const [department, program] = [newId(), newId()];
    await office.apply(
      'units',
      `id,parent,kind,name\n${department},,department,Law ${department}\n${program},${department},program,Law B ${program}\n`,
    );
    const [student, teacher] = [newId(), newId()];
    const file = [
      header,
      lineOf(student, { unit: program, usn: 'U1' }),
      lineOf(teacher, { role: 'staff' }),
    ].join('\n');
    const previewed = await office.preview('people', file);
    expect(previewed).toMatchObject({ preview: { added: 2, error: 0, unmatched: 0 } });
    expect(await find(student, teacher)).toEqual([null, null]);
    await office.act(previewed._id, 'confirm', {});
    expect(await office.settle(previewed._id)).toMatchObject({ state: 'done', applied: { added: 2 } });
    const people = await find(student, teacher);
    expect(people).toMatchObject([
      { userType: 'STUDENT', values: { usn: 'U1', semester: 3, department: `Law ${department}` } },
      { userType: 'TEACHER', values: { name: 'Rosa Rostered' } },
    ]);

    const repeated = await office.apply('people', file);
    expect(repeated).toMatchObject({ applied: { added: 0, unchanged: 2 } });
    const renamed = await office.apply('people', file.replace('Rosa', 'Ruth'));
    expect(renamed).toMatchObject({ applied: { changed: 1, unchanged: 1 } });
    expect((await find(student))[0]?.values.name).toBe('Ruth Rostered');
    expect(await office.undo(renamed._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
    expect(await find(student, teacher)).toEqual(people);
    expect(await office.undo(previewed._id)).toMatchObject({ undo: { restored: 0, kept: 0 } });
    expect(await find(student, teacher)).toEqual(people);
    expect(await office.undo(repeated._id)).toMatchObject({ undo: { restored: 2, kept: 0 } });
    expect(await find(student, teacher)).toEqual([null, null]);
  });

  it('reports people whom it cannot add, and adds the others', async () => {
    const [known, good] = [newId(), newId()];
    await office.apply('people', [header, lineOf(known)].join('\n'));
    const taken = [header, lineOf(newId()).replace(/[^,]*@/, `${known}@`)].join('\n');
    expect(await office.preview('people', taken)).toMatchObject({ examples: [{ problem: 'email_taken' }] });
    const file = [
      header,
      lineOf(known, { role: 'staff' }),
      lineOf(newId(), { unit: 'nowhere' }),
      lineOf(newId()).replace('@', ' at '),
      lineOf(newId(), { role: 'dean' }),
      lineOf(good),
      lineOf(good),
    ].join('\n');
    const run = await office.apply('people', file);
    expect(run).toMatchObject({ state: 'done', applied: { added: 1, unmatched: 1, unchanged: 1, error: 3 } });
    const problems = run.examples?.flatMap(({ line, problem }) => (problem ? [[line, problem]] : []));
    expect(problems).toEqual(
      expect.arrayContaining([
        [2, 'other_role'],
        [3, 'unknown_unit'],
        [4, 'not_an_address'],
        [5, 'not_a_choice'],
      ]),
    );
    expect(await find(good)).toMatchObject([{ values: { institutionId: good } }]);
  });

  it.each([
    ['another name', { name: 'Ruth Repeated', role: 'student' }],
    ['another role', { name: 'Rosa Rostered', role: 'staff' }],
  ])('imports the first of two lines about one person, even if the second has %s', async (_what, second) => {
    const id = newId();
    const file = [header, lineOf(id), lineOf(id, second)].join('\n');
    const run = await office.apply('people', file);
    expect(run).toMatchObject({ state: 'done', applied: { added: 1, error: 1 } });
    expect(await find(id)).toMatchObject([{ userType: 'STUDENT', values: { name: 'Rosa Rostered' } }]);
    const repeated = await office.apply('people', file);
    expect(repeated).toMatchObject({ applied: { changed: 0, unchanged: 1, error: 1 } });
    // The other run still states the person.
    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 0, kept: 0 } });
    expect(await office.undo(repeated._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
    expect(await find(id)).toEqual([null]);
  });

  it('reports a unit whose name is too long for a department', async () => {
    const [unit, person, other] = [newId(), newId(), newId()];
    await office.apply('units', `id,parent,kind,name\n${unit},,department,${'Law '.repeat(37)}end\n`);
    const file = [header, lineOf(person, { unit }), lineOf(other)].join('\n');
    const run = await office.apply('people', file);
    expect(run).toMatchObject({ state: 'done', applied: { added: 1, error: 1 } });
    expect(run.examples).toContainEqual(expect.objectContaining({ line: 2, problem: 'too_long' }));
    expect(await find(person)).toEqual([null]);
  });
});

it('a membership line with an ID that lost its leading zeros names the person it may mean', async () => {
  const number = String((Date.now() % 900_000) + 100_000);
  const [term, section] = [`T${number}`, `S${number}`];
  await office.apply(
    'people',
    `identifier;familyName;givenName;email;type\n000${number};Quill;Zoe;zoe${number}@campus.example;STU\n`,
  );
  await office.apply('terms', `id,name,firstDay,lastDay\n${term},${term},2031-09-29,2031-12-19\n`);
  await office.apply(
    'sections',
    `id,course,code,name,semester,term\n${section},C${number},CS1,Algorithms,3,${term}\n`,
  );
  const run = await office.preview(
    'memberships',
    `section,person\n${section},${number}\n${section},000${number}\n`,
  );
  expect(run).toMatchObject({ preview: { added: 1, unmatched: 1 } });
  expect(run.examples).toContainEqual(
    expect.objectContaining({ line: 2, problem: 'unknown_person', meant: `000${number}` }),
  );
});
