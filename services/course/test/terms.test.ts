import { randomUUID } from 'node:crypto';
import type { Term } from '@qr-attendance/contracts';
import { termChanged } from '@qr-attendance/contracts/events';
import { call, eventually, nextPage, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await startWorld([termChanged], { settings: { CAMPUS_TIME_ZONE: 'Pacific/Kiritimati' } });
  admin = world.people.admin();
});
afterAll(() => world.close());

type Answer = Term & { code?: string; error?: string };
const ask = <Body = Answer>({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Body>(world.url(), method, path, { token, body });
const details = (more: object = {}) => ({
  name: `Term ${randomUUID()}`,
  firstDay: '2031-09-28',
  lastDay: '2032-02-12',
  breaks: [],
  ...more,
});
const winter = { kind: 'break', name: 'Winter break', firstDay: '2031-12-21', lastDay: '2032-01-03' };
const newYear = { kind: 'holiday', name: 'New Year', firstDay: '2032-01-01', lastDay: '2032-01-01' };
const create = async (more: object = {}): Promise<Term> => {
  const { status, body } = await ask(admin, 'POST', '/api/terms', details(more));
  expect(status).toBe(201);
  return body;
};
const listBy = async (person: Person, query = '') =>
  (await ask<Term[]>(person, 'GET', `/api/terms${query}`)).body;

describe('a term', () => {
  it('is created by an administrator and listed for teachers and administrators', async () => {
    const wanted = details({ externalId: randomUUID(), breaks: [winter, newYear] });
    const { body, status } = await ask(admin, 'POST', '/api/terms', wanted);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...wanted, phase: 'UPCOMING', courseCount: 0, version: 1 });
    expect(await listBy(admin, '?limit=500')).toContainEqual(body);
    const { courseCount: _count, ...forTeachers } = body;
    expect(await listBy(world.people.teacher(), '?limit=500')).toContainEqual(forTeachers);
  });

  it('is published with its breaks when it is created, edited and deleted', async () => {
    const { _id, name, firstDay, lastDay } = await create();
    await ask(admin, 'PUT', `/api/terms/${_id}`, { name, firstDay, lastDay, breaks: [winter], version: 1 });
    await ask(admin, 'DELETE', `/api/terms/${_id}`);
    await eventually(() => {
      const last = world.heard.filter(({ key }) => key === _id).at(-1);
      expect(last?.payload).toMatchObject({ id: _id, breaks: [winter], deleted: true, version: 3 });
    });
  });

  it.each([
    ['the term ends before it begins', { lastDay: '2031-09-27' }, 'term_days'],
    ['the year is mistyped', { lastDay: '2302-02-12' }, 'term_too_long'],
    ['a break ends before it begins', { breaks: [{ ...winter, lastDay: '2031-12-20' }] }, 'break_days'],
    [
      'a break begins before the term',
      { breaks: [{ ...winter, firstDay: '2031-09-27' }] },
      'break_outside_term',
    ],
    [
      'a holiday is after the term',
      { breaks: [{ ...newYear, lastDay: '2032-02-13' }] },
      'break_outside_term',
    ],
    [
      'two breaks share a day',
      { breaks: [{ ...winter, name: 'Ski week', firstDay: '2032-01-03', lastDay: '2032-01-09' }, winter] },
      'breaks_overlap',
    ],
    [
      'a long break contains two others',
      {
        breaks: [
          { ...winter, firstDay: '2031-10-01', lastDay: '2032-02-01' },
          { ...winter, firstDay: '2031-10-02', lastDay: '2031-10-03' },
          { ...winter, firstDay: '2032-01-10', lastDay: '2032-01-11' },
        ],
      },
      'breaks_overlap',
    ],
    ['a day does not exist', { lastDay: '2032-02-30' }, 'invalid_request'],
    ['a kind is unknown', { breaks: [{ ...winter, kind: 'strike' }] }, 'invalid_request'],
    ['the name is empty', { name: ' ' }, 'invalid_request'],
  ])('is rejected with 400 if %s', async (_what, more, code) => {
    const before = await world.database.collection('terms').countDocuments();
    expect(await ask(admin, 'POST', '/api/terms', details(more))).toMatchObject({
      status: 400,
      body: { code },
    });
    expect(await world.database.collection('terms').countDocuments()).toBe(before);
    const { _id, version } = await create();
    expect((await ask(admin, 'PUT', `/api/terms/${_id}`, { ...details(more), version })).status).toBe(400);
  });

  it('may have a holiday within a break', async () => {
    expect(await create({ breaks: [winter, newYear] })).toMatchObject({ breaks: [winter, newYear] });
  });

  it('has a unique name and external ID, even if the request is repeated', async () => {
    const externalId = randomUUID();
    const first = details({ externalId });
    const answers = await Promise.all([1, 2, 3].map(() => ask(admin, 'POST', '/api/terms', first)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await ask(admin, 'POST', '/api/terms', details({ externalId }))).toMatchObject({
      status: 409,
      body: { code: 'term_exists', error: 'Another term has this name or external ID.' },
    });
    const { _id, version } = await create();
    expect((await ask(admin, 'PUT', `/api/terms/${_id}`, { ...first, version })).status).toBe(409);
  });

  it('is edited as a whole, and never overwrites a change from another window', async () => {
    const { _id, version } = await create({ externalId: randomUUID(), breaks: [winter] });
    const edits = await Promise.all(
      ['One', 'Two'].map((name) =>
        ask(admin, 'PUT', `/api/terms/${_id}`, {
          ...details({ name: `${name} ${randomUUID()}`, breaks: [newYear] }),
          version,
        }),
      ),
    );
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(edits.find(({ status }) => status === 409)?.body.code).toBe('term_changed');
    const edited = edits.find(({ status }) => status === 200)?.body;
    expect(edited).toMatchObject({ breaks: [newYear], version: 2 });
    expect(edited).not.toHaveProperty('externalId');
    expect(await listBy(admin, '?limit=500')).toContainEqual(edited);
  });

  it('can be deleted if it has no course, and its name can be reused', async () => {
    const { _id, name } = await create();
    const teacher = world.people.teacher();
    const course = await ask<{ _id: string }>(teacher, 'POST', '/api/courses', {
      name: 'Optics',
      code: 'PH1',
      semester: 1,
      termId: _id,
    });
    expect(await ask(admin, 'DELETE', `/api/terms/${_id}`)).toMatchObject({
      status: 409,
      body: { code: 'term_not_empty', error: 'This term has courses. Archive it instead.' },
    });
    await ask(teacher, 'PUT', `/api/courses/${course.body._id}`, {
      name: 'Optics',
      code: 'PH1',
      semester: 1,
      version: 1,
    });
    expect((await ask(admin, 'DELETE', `/api/terms/${_id}`)).status).toBe(204);
    expect((await ask(admin, 'DELETE', `/api/terms/${_id}`)).status).toBe(404);
    expect((await listBy(admin, '?limit=500')).map((term) => term._id)).not.toContain(_id);
    await create({ name });
  });

  it('has an audit log that remains after it is deleted', async () => {
    const { _id, version } = await create();
    const other = world.people.admin();
    await ask(other, 'PUT', `/api/terms/${_id}`, { ...details({ breaks: [winter] }), version });
    await ask(admin, 'POST', `/api/terms/${_id}/archive`);
    await ask(other, 'POST', `/api/terms/${_id}/restore`);
    await ask(admin, 'DELETE', `/api/terms/${_id}`);
    const stored = await world.database.collection('terms').findOne({ 'revisions.by': other.id });
    expect(stored?._id.toHexString()).toBe(_id);
    expect(stored?.['revisions']).toMatchObject([
      { by: admin.id, change: 'created', details: { firstDay: '2031-09-28' }, at: expect.any(Date) },
      { by: other.id, change: 'edited', details: { breaks: [winter] } },
      { by: admin.id, change: 'archived' },
      { by: other.id, change: 'restored' },
      { by: admin.id, change: 'deleted' },
    ]);
  });

  it('is past, current or upcoming by the current day on campus', async () => {
    const today = Temporal.Now.plainDateISO('Pacific/Kiritimati');
    const day = (days: number) => today.add({ days }).toString();
    const phaseOf = async (firstDay: number, lastDay: number) =>
      (await create({ firstDay: day(firstDay), lastDay: day(lastDay) })).phase;
    expect(await phaseOf(-30, -1)).toBe('PAST');
    expect(await phaseOf(0, 30)).toBe('CURRENT');
    expect(await phaseOf(2, 30)).toBe('UPCOMING');
    const { _id } = await create({ firstDay: day(0), lastDay: day(30) });
    // In Pago Pago it is always an earlier day than in Kiritimati.
    await world.restart({ CAMPUS_TIME_ZONE: 'Pacific/Pago_Pago' });
    const listed = await listBy(admin, '?limit=500');
    expect(listed.find((term) => term._id === _id)?.phase).toBe('UPCOMING');
  });
});

describe('the list of terms', () => {
  it('is paged, latest first', async () => {
    const word = randomUUID().slice(0, 8);
    const days = ['2031-01-01', '2033-01-01', '2032-01-01', '2032-01-01'];
    for (const [index, firstDay] of days.entries())
      await create({ name: `${word} ${index}`, firstDay, lastDay: firstDay.replace('01-01', '06-30') });
    const first = await ask<Term[]>(admin, 'GET', `/api/terms?search=${word}&limit=3`);
    expect(first.body.map(({ firstDay }) => firstDay)).toEqual(['2033-01-01', '2032-01-01', '2032-01-01']);
    const next = nextPage(first.headers);
    const second = await ask<Term[]>(admin, 'GET', next ?? '');
    expect(second.body.map(({ firstDay }) => firstDay)).toEqual(['2031-01-01']);
    expect(nextPage(second.headers)).toBeUndefined();
  });

  it('is searched by word prefixes of name and external ID', async () => {
    const [word, id] = [randomUUID().slice(0, 8), `x${randomUUID().slice(0, 8)}`];
    const { _id } = await create({ name: `Frühjahr ${word}`, externalId: id });
    const found = async (search: string) =>
      (await listBy(admin, `?${new URLSearchParams({ search })}`)).map((term) => term._id);
    expect(await found(`fruh ${word.slice(0, 4)}`)).toEqual([_id]);
    expect(await found(id)).toEqual([_id]);
    expect(await found(`${word} autumn`)).toEqual([]);
  });

  it.each(['?limit=0', '?limit=501', '?cursor=abc', `?cursor=${btoa('["2031-01-01","$ne"]')}`])(
    'rejects %s',
    async (query) => {
      expect((await ask(admin, 'GET', `/api/terms${query}`)).status).toBe(400);
    },
  );
});
