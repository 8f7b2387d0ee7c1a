import type { ImportHistory, ImportRun, OpenLine, Term } from '@qr-attendance/contracts';
import { type Answer, call } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice, SECTIONS } from './support/office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const listOpen = async (kind: string, state: string, search = ''): Promise<OpenLine[]> => {
  const query = `kind=${kind}&state=${state}&search=${encodeURIComponent(search)}`;
  const { status, body } = await office.ask<OpenLine[]>('GET', `/api/imports/open-lines?${query}`);
  expect(status).toBe(200);
  return body;
};
const offer = async (lines: OpenLine[]): Promise<ImportRun[]> => {
  const body = { ids: lines.map(({ _id }) => _id) };
  const answer = await office.ask<ImportRun[]>('POST', '/api/imports/open-lines/offers', body);
  expect(answer.status).toBe(201);
  return Promise.all(answer.body.map(({ _id }) => office.settle(_id)));
};
const confirm = async (run: ImportRun, more: object = {}) => {
  await office.act(run._id, 'confirm', { changes: run.changesToConfirm, ...more });
  return office.settle(run._id);
};
const historyOf = async (kind: string, key: string) =>
  office.ask<ImportHistory>('GET', `/api/imports/history?kind=${kind}&key=${encodeURIComponent(key)}`);

const termFile = (id: string, name: string) =>
  csv('id,name,starts,ends', [[id, name, '2031-01-01', '2031-05-01']]);
const findTerm = async (externalId: string): Promise<Term> => {
  const { body } = await office.ask<Term[]>('GET', `/api/terms?limit=100&search=${externalId}`);
  return body.find((term) => term.externalId === externalId) as Term;
};
const rename = async (externalId: string, name: string) => {
  const { _id, firstDay, lastDay, breaks, version } = await findTerm(externalId);
  const body = { name, externalId, firstDay, lastDay, breaks, version };
  expect((await office.ask('PUT', `/api/terms/${_id}`, body)).status).toBe(200);
};

describe('rule 3: a line that was not accepted', () => {
  it('is listed across all files until a file states it again and it is accepted', async () => {
    const [section, person, course] = [newId(), newId(), newId()];
    const [student] = await office.importPeople('student', 1);
    const file = csv('section,person', [
      [section, student?.id ?? ''],
      [section, person],
    ]);
    const first = await office.apply('memberships', file);
    expect(first.applied).toMatchObject({ unmatched: 2 });
    const open = await listOpen('memberships', 'pending', section);
    expect(open).toHaveLength(2);
    expect(open.find(({ line }) => line === 3)).toMatchObject({
      run: { _id: first._id, fileName: 'memberships.csv' },
      problem: 'unknown_section',
      values: [section, person, '', '', ''],
    });
    const { since } = open[0] as OpenLine;

    await office.apply('sections', csv(SECTIONS, [[section, '1', course, course, 'Optics', 3]]));
    const second = await office.apply('memberships', file);
    expect(second.applied).toMatchObject({ added: 1, unmatched: 1 });
    const left = await listOpen('memberships', 'pending', section);
    expect(left).toMatchObject([{ run: { _id: second._id }, problem: 'unknown_person', since }]);
    expect(await listOpen('memberships', 'pending', 'nothing')).toEqual([]);

    await office.undo(second._id);
    expect(await listOpen('memberships', 'pending', section)).toEqual([]);
  });

  it('can be retried without a file, as an import of its own', async () => {
    const [section, course] = [newId(), newId()];
    const [student] = await office.importPeople('student', 1);
    await office.apply(
      'memberships',
      csv('section,person,Von', [[section, student?.id ?? '', '28.09.2026']]),
    );
    const { body: mapped } = await office.upload('memberships', 'section,person,Von\n');
    await office.apply('sections', csv(SECTIONS, [[section, '1', course, course, 'Optics', 3]]));
    const [run] = await offer(await listOpen('memberships', 'pending', section));
    expect(run).toMatchObject({ state: 'previewed', isOffer: true, preview: { added: 1, error: 0 } });
    expect(await confirm(run as ImportRun)).toMatchObject({ state: 'done', applied: { added: 1 } });
    expect(await listOpen('memberships', 'pending', section)).toEqual([]);
    // The suggested columns are still those of the last file.
    const { body } = await office.upload('memberships', 'section,person,Von\n');
    expect(body.mapping).toEqual(mapped.mapping);
    expect(await office.undo(run?._id ?? '')).toMatchObject({ undo: { restored: 1 } });
  });

  it('is not listed if it cannot be read or contradicts its file', async () => {
    const id = newId();
    await office.apply(
      'terms',
      csv('id,name,starts,ends', [
        [id, id, '2031-13-01', '2031-05-01'],
        [`${id}b`, `${id}b`, '2031-01-01', '2031-05-01'],
        [`${id}b`, `${id}c`, '2031-01-01', '2031-05-01'],
      ]),
    );
    expect(await listOpen('terms', 'pending', id)).toEqual([]);
  });

  it('causes a conflict when it is no longer open, and page sizes are limited', async () => {
    const gone = await office.ask('POST', '/api/imports/open-lines/offers', { ids: ['pending terms x'] });
    expect(gone).toMatchObject({ status: 409, body: { code: 'not_open' } });
    expect((await office.ask('POST', '/api/imports/open-lines/offers', { ids: [] })).status).toBe(400);
    const id = newId();
    const lines = Array.from({ length: 5 }, (_line, index) => [`${id}${index}`, `p${id}`]);
    await office.apply('memberships', csv('section,person', lines));
    const seen: OpenLine[] = [];
    let path: string | undefined =
      `/api/imports/open-lines?kind=memberships&state=pending&search=${id}&limit=2`;
    while (path) {
      const answer: Answer<OpenLine[]> = await call(office.services.urls.course, 'GET', path, {
        token: office.token,
      });
      seen.push(...answer.body);
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(seen.map(({ values }) => values[0]).toSorted()).toEqual(lines.map(([section]) => section));
  });
});

describe('rule 2: a declined value', () => {
  it('is listed with the current value, and can be applied, which an undo reverts', async () => {
    const id = newId();
    await office.apply('terms', termFile(id, `${id} old`));
    await rename(id, `${id} local`);
    const run = await office.preview('terms', termFile(id, `${id} new`));
    await confirm(run, { keepLocalChanges: true });
    const [line, ...others] = await listOpen('terms', 'declined', id);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      run: { _id: run._id },
      key: id,
      leftOut: [{ field: 'name', from: `${id} local`, to: `${id} new` }],
    });
    // Importing the same file again declines the same value, so the line stays in the list.
    await office.apply('terms', termFile(id, `${id} new`));
    expect(await listOpen('terms', 'declined', id)).toHaveLength(1);

    const [taken] = await offer([line as OpenLine]);
    expect(taken).toMatchObject({ preview: { changed: 1 }, overrides: { count: 1 } });
    await confirm(taken as ImportRun);
    expect((await findTerm(id)).name).toBe(`${id} new`);
    expect(await listOpen('terms', 'declined', id)).toEqual([]);
    await office.undo(taken?._id ?? '');
    expect((await findTerm(id)).name).toBe(`${id} local`);
  });

  it('is no longer listed once a file states another value', async () => {
    const id = newId();
    await office.apply('terms', termFile(id, `${id} old`));
    await rename(id, `${id} local`);
    await confirm(await office.preview('terms', termFile(id, `${id} new`)), { keepLocalChanges: true });
    expect(await listOpen('terms', 'declined', id)).toHaveLength(1);
    await office.apply('terms', termFile(id, `${id} newest`));
    expect(await listOpen('terms', 'declined', id)).toEqual([]);
  });
});

describe('rule 18: the history of an object', () => {
  it('lists the files that stated it, what each changed, and which were undone', async () => {
    const id = newId();
    const first = await office.apply('terms', termFile(id, `${id} one`));
    await office.apply('terms', termFile(id, `${id} one`));
    const second = await office.apply('terms', termFile(id, `${id} two`));
    const third = await office.apply('terms', termFile(id, `${id} three`));
    await office.undo(second._id);
    const { body } = await historyOf('terms', id);
    expect(body.steps).toMatchObject([
      {
        run: { _id: first._id, fileName: 'terms.csv', state: 'done' },
        outcome: 'stated',
        repeats: { count: 1 },
      },
      {
        run: { _id: second._id, state: 'undone' },
        outcome: 'undone',
        changes: [{ field: 'name', from: `${id} one`, to: `${id} two` }],
      },
      {
        run: { _id: third._id },
        outcome: 'changed',
        changes: [{ field: 'name', from: `${id} one`, to: `${id} three` }],
      },
    ]);
  });

  it('shows names of course, section and student for a membership', async () => {
    const [{ id, user } = { id: '', user: '' }] = await office.importPeople('student', 1);
    const { course, ids } = await office.importCourse(1);
    const run = await office.apply('memberships', csv('section,person', [[ids[0] ?? '', id]]));
    const key = run.examples?.[0]?.key ?? '';
    expect(key).toContain(user);
    const { body } = await historyOf('memberships', key);
    expect(body).toMatchObject({
      name: `Person ${id}, ${course}`,
      steps: [{ run: { _id: run._id }, outcome: 'stated', part: `${course} 1` }],
    });
  });

  it('shows a rejected line for a person', async () => {
    const [id, other] = [newId(), newId()];
    const line = (person: string, email: string) => [person, `Person ${person}`, email, 'student'];
    const header = 'person,name,email,role';
    await office.apply(
      'people',
      csv(header, [line(id, `${id}@campus.example`), line(other, `${other}@campus.example`)]),
    );
    await office.apply('people', csv(header, [line(id, `${other}@campus.example`)]));
    const { body } = await historyOf('people', id);
    expect(body.steps.map(({ outcome }) => outcome)).toEqual(['stated', 'pending']);
    expect(body.steps[1]).toMatchObject({ reason: 'email_taken' });
    expect(await listOpen('people', 'pending', id)).toMatchObject([{ problem: 'email_taken' }]);
  });

  it.each([
    ['terms', 'unknown'],
    ['memberships', 'no key'],
    ['staff', `unit ${'x'.repeat(24)}`],
    ['timetable', '1 2 3'],
    ['people', '\u0007'],
    ['rooms', 'x'.repeat(400)],
  ])('returns 404 for unknown %s', async (kind, key) => {
    expect((await historyOf(kind, key)).status).toBe(404);
  });
});
