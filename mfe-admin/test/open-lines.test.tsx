import type { ImportHistory, ImportRun, OpenLine } from '@qr-attendance/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { answer, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openArea, press } from './support/open-area.tsx';
import { IMPORT_ID as ID, importCounts as counts, importRun } from './support/samples.ts';

afterEach(cleanup);

const OTHER = '66f000000000000000000802';
const OPEN = 'GET /api/imports/open-lines';
const OFFER = 'POST /api/imports/open-lines/offers';
const HISTORY = 'GET /api/imports/history';
const runOf = (more: Partial<ImportRun> = {}): ImportRun =>
  importRun({
    kind: 'people',
    fileName: 'people.csv',
    state: 'previewed',
    header: ['person', 'name'],
    mapping: { person: 0, name: 1 },
    firstLines: undefined,
    ...more,
  });
const lineOf = (more: Partial<OpenLine> = {}): OpenLine => ({
  _id: 'pending memberships 1',
  run: {
    _id: ID,
    fileName: 'members.csv',
  },
  line: 1234,
  since: '2031-09-28T08:00:00.000Z',
  values: ['S9', 'q1', '', '', ''],
  problem: 'unknown_section',
  ...more,
});

describe('open lines', () => {
  test('are listed by kind and name, and can be checked again', async () => {
    const server = openArea('/admin/imports/open-lines?kind=memberships', {
      [OPEN]: answer([lineOf(), lineOf({ _id: 'pending memberships 2', values: ['S9', 'q2', '', '', ''] })]),
      [OFFER]: [refusal(409, 'not_open'), answer([runOf({ _id: OTHER })], 201)],
      [`GET /api/imports/${OTHER}`]: answer(runOf({ _id: OTHER, state: 'previewing' })),
    });
    expect(await screen.findByText('S9 · q1')).toBeTruthy();
    expect(screen.getAllByText('No section has this ID')).toHaveLength(2);
    expect(screen.getAllByRole('link', { name: 'members.csv' })[0]?.getAttribute('href')).toBe(
      `/admin/imports/${ID}`,
    );
    expect(screen.getByRole('button', { name: 'Check 0 lines again' })).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByLabelText('S9 · q2'));
    await press('Check 1 line again');
    expect(await screen.findByRole('alert')).toBeTruthy();
    await press('Check 1 line again');
    expect(server.bodiesOf(OFFER)).toEqual([
      { ids: ['pending memberships 2'] },
      { ids: ['pending memberships 2'] },
    ]);
    await waitFor(() => expect(screen.getByLabelText('address').textContent).toBe(`/admin/imports/${OTHER}`));
  });

  test('show both the current value and the file’s value if an administrator left out the change', async () => {
    openArea('/admin/imports/open-lines?kind=terms&state=declined', {
      [OPEN]: answer([
        lineOf({
          values: ['T1', 'Autumn'],
          problem: undefined,
          key: 'T1',
          leftOut: [
            {
              field: 'name',
              from: 'Autumn 2031',
              to: 'Autumn',
            },
          ],
        }),
      ]),
    });
    expect(await screen.findByText('Autumn 2031')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'History' }).getAttribute('href')).toBe(
      '/admin/imports/history?kind=terms&key=T1',
    );
    await userEvent.click(screen.getByLabelText('T1 · Autumn'));
    expect(screen.getByRole('button', { name: 'Take up 1 line' })).toHaveProperty('disabled', false);
  });

  test('have an empty state', async () => {
    openArea('/admin/imports/open-lines', { [OPEN]: answer([]) });
    expect(await screen.findByText('Every line of this kind was applied.')).toBeTruthy();
  });
});

describe('the history of an object', () => {
  test('lists the imports that contained the object, with their changes, and labels undone imports', async () => {
    const run = (id: string, fileName: string, state: string) => ({
      _id: id,
      at: '2031-09-28T08:00:00.000Z',
      fileName,
      state,
      createdBy: {
        _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e03',
        name: 'Mary Somerville',
      },
    });
    const step = { part: '', changes: [], declined: [], overridden: [] };
    const history: ImportHistory = {
      name: 'H1.01',
      earlierIds: ['R0'],
      steps: [
        {
          ...step,
          run: run(ID, 'rooms.csv', 'done'),
          outcome: 'stated',
          repeats: {
            count: 2,
            last: '2031-10-01T08:00:00.000Z',
          },
        },
        {
          ...step,
          run: run(OTHER, 'rooms-2.csv', 'undone'),
          outcome: 'undone',
          changes: [
            {
              field: 'name',
              from: 'H1.01',
              to: 'H1.02',
            },
          ],
        },
      ],
    };
    openArea('/admin/imports/history?kind=rooms&key=R1', { [HISTORY]: answer(history) });
    expect(await screen.findByRole('heading', { name: 'H1.01' })).toBeTruthy();
    expect(screen.getByText('Earlier IDs: R0')).toBeTruthy();
    const [stated, undone] = screen
      .getAllByRole('listitem')
      .filter((item) => within(item).queryByRole('link'));
    expect(stated?.textContent).toContain('2 later files state the same, the last one on');
    expect(undone?.textContent).toContain('Undone');
    expect(undone?.textContent).toContain('H1.01 → H1.02');
  });

  test('has an empty state if no import contained the object', async () => {
    openArea('/admin/imports/history?kind=rooms&key=R9', { [HISTORY]: refusal(404, 'not_found') });
    expect(await screen.findByText('No import states this.')).toBeTruthy();
  });
});

describe('a preview with erased people', () => {
  test('lists the erased people, and adds the selected people again', async () => {
    const PREVIEW = `POST /api/imports/${ID}/preview`;
    const run = runOf({ preview: counts({ added: 1, skipped: 2 }), addErased: ['q0'] });
    const server = openArea(`/admin/imports/${ID}`, {
      [`GET /api/imports/${ID}`]: answer(run),
      [`GET /api/imports/${ID}/erased`]: answer([
        { line: 2, person: 'q1', name: 'Rosa Parks', day: '2031-03-03' },
        { line: 3, person: 'q2', name: 'Ada Lovelace' },
      ]),
      [PREVIEW]: [answer(run), answer(run)],
    });
    expect(await screen.findByText('Rosa Parks')).toBeTruthy();
    expect(screen.getByText(/erased on .*3 Mar/)).toBeTruthy();
    expect(screen.getByText('People who were erased are added again: q0')).toBeTruthy();
    await userEvent.click(screen.getByLabelText(/Ada Lovelace/));
    await press('Add 1 person again');
    await press('Add all again');
    expect(server.bodiesOf(PREVIEW)).toMatchObject([{ addErased: ['q0', 'q2'] }, { addErased: true }]);
  });
});

describe('files', () => {
  test('are offered only as CSV above 20,000 changed rows', async () => {
    openArea(`/admin/imports/${ID}`, {
      [`GET /api/imports/${ID}`]: answer(runOf({ state: 'done', applied: counts({ added: 20_000 }) })),
    });
    expect(await screen.findByRole('button', { name: 'All changes (CSV)' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'All changes (Excel)' })).toBeNull();
    expect(screen.getByText('Excel files have up to 20,000 rows.')).toBeTruthy();
  });

  test('are offered as templates for the chosen kind', async () => {
    const server = openArea('/admin/imports', {
      'GET /api/imports': answer([]),
      'GET /api/imports/templates/people': answer({}),
    });
    expect(await screen.findByRole('button', { name: 'Empty file to fill in (CSV)' })).toBeTruthy();
    await press('Empty file to fill in (Excel)');
    expect(server).toBeTruthy();
  });

  test('show that they are being read if they are large', async () => {
    openArea(`/admin/imports/${ID}`, {
      [`GET /api/imports/${ID}`]: answer(runOf({ state: 'reading', progress: 40 })),
    });
    expect(await screen.findByRole('progressbar', { name: 'Reading the file' })).toHaveProperty('value', 40);
  });
});
