import { afterEach, describe, expect, test } from '@jest/globals';
import { answer, enterText, lostConnection } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dialog, openArea, press } from './support/open-area.tsx';

afterEach(cleanup);

describe('terms', () => {
  const term = (digit: number, more: object = {}) => ({
    _id: `66f00000000000000000070${digit}`,
    name: `Term ${digit}`,
    firstDay: `2031-0${digit}-01`,
    lastDay: `2031-0${digit}-28`,
    breaks: [],
    phase: 'UPCOMING',
    courseCount: 0,
    version: 3,
    ...more,
  });
  const LIST = 'GET /api/terms';
  const full = term(1, {
    courseCount: 12,
    breaks: [{ kind: 'holiday', name: 'Founders’ day', firstDay: '2031-01-11', lastDay: '2031-01-11' }],
  });

  test('are edited with their breaks; a break without a last day lasts one day', async () => {
    const EDIT = `PUT /api/terms/${full._id}`;
    const server = openArea('/admin/terms', { [LIST]: answer([full]), [EDIT]: answer(full) });
    await press('Edit Term 1');
    await userEvent.click(dialog().getByRole('button', { name: 'Add break' }));
    await enterText(dialog().getByLabelText('Break: name'), 'Winter break');
    const day = within(screen.getByRole('group', { name: 'Break' })).getByLabelText('First day');
    await userEvent.type(day, '2031-01-20');
    await userEvent.click(dialog().getByRole('button', { name: 'Save term' }));
    expect(await screen.findByText('Term 1 is saved')).toBeTruthy();
    expect(server.bodiesOf(EDIT)).toEqual([
      {
        name: 'Term 1',
        externalId: '',
        firstDay: '2031-01-01',
        lastDay: '2031-01-28',
        version: 3,
        breaks: [
          {
            kind: 'holiday',
            name: 'Founders’ day',
            firstDay: '2031-01-11',
            lastDay: '2031-01-11',
          },
          {
            kind: 'break',
            name: 'Winter break',
            firstDay: '2031-01-20',
            lastDay: '2031-01-20',
          },
        ],
      },
    ]);
  });

  test('are archived after a confirmation that states the number of courses', async () => {
    const ARCHIVE = `POST /api/terms/${full._id}/archive`;
    const server = openArea('/admin/terms', { [LIST]: answer([full]), [ARCHIVE]: answer(full) });
    await press('Archive Term 1');
    expect(dialog().getByText(/^Its 12 courses are archived/)).toBeTruthy();
    expect(server.sentTo(ARCHIVE)).toEqual([]);
    server.give(LIST, answer([{ ...full, archived: true, updatingCourses: true }]));
    await userEvent.click(dialog().getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Term 1 is archived')).toBeTruthy();
    expect(await screen.findByText('12 (updating…)')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Restore Term 1' })).toBeTruthy();
  });

  test('are copied into the next unarchived term', async () => {
    const COPY = `POST /api/terms/${term(3)._id}/copy-courses`;
    const list = [term(4), term(3), term(2, { archived: true }), full];
    const server = openArea('/admin/terms', { [LIST]: answer(list), [COPY]: answer(term(3)) });
    await press('Copy the courses of Term 1');
    expect(await dialog().findByRole('combobox')).toHaveProperty('value', term(3)._id);
    await userEvent.click(dialog().getByRole('button', { name: 'Copy courses' }));
    expect(await screen.findByText('The courses are being copied into Term 3')).toBeTruthy();
    expect(server.bodiesOf(COPY)).toEqual([{ from: full._id }]);
  });

  test('are copied into a term that does not match the search', async () => {
    openArea('/admin/terms?search=1', {
      [LIST]: ({ query }) => answer(query['search'] ? [full] : [term(3), full]),
    });
    await press('Copy the courses of Term 1');
    const target = await dialog().findByRole<HTMLSelectElement>('combobox', { name: 'Into the term' });
    expect(target.selectedOptions[0]?.text).toBe('Term 3');
    expect(screen.queryByRole('button', { name: 'Edit Term 3' })).toBeNull();
  });

  test('can be deleted only without courses, and deletion fails at once while offline', async () => {
    const DELETE = `DELETE /api/terms/${term(2)._id}`;
    openArea('/admin/terms', { [LIST]: answer([term(2), full]), [DELETE]: lostConnection });
    await screen.findByText('Term 2');
    expect(screen.queryByRole('button', { name: 'Delete Term 1' })).toBeNull();
    await press('Delete Term 2');
    await userEvent.click(dialog().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Term 2')).toBeTruthy();
  });
});

describe('units', () => {
  const unit = (digit: number, kind: string, name: string, parentId?: string) => ({
    _id: `66f00000000000000000080${digit}`,
    kind,
    name,
    path: [],
    version: 1,
    ...(parentId && { parentId }),
  });
  const science = unit(1, 'faculty', 'Science');
  const physics = unit(2, 'department', 'Physics', science._id);
  const law = unit(3, 'faculty', 'Law');
  const LIST = 'GET /api/units';

  test('are shown as a tree, in which a search shows matches with their ancestors', async () => {
    openArea('/admin/units', {
      [LIST]: ({ query }) =>
        query['cursor']
          ? answer([science])
          : answer([law, physics], 200, { link: '</api/units?cursor=c2>; rel="next"' }),
    });
    const below = within((await screen.findByText('Science')).closest('li') as HTMLElement);
    expect(below.getByText('Physics')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete Science' })).toBeNull();
    await userEvent.type(screen.getByLabelText('Search by name or external ID'), 'phys');
    await waitFor(() => expect(screen.queryByText('Law')).toBeNull());
    expect(screen.getByText('Science')).toBeTruthy();
  });

  test('are added below units of a higher kind', async () => {
    const CREATE = 'POST /api/units';
    const server = openArea('/admin/units', {
      [LIST]: answer([science, physics]),
      [CREATE]: answer(law, 201),
    });
    await press('Add a unit below Physics');
    await enterText(dialog().getByLabelText('Name'), 'Physics, Bachelor');
    await userEvent.click(dialog().getByRole('button', { name: 'Create unit' }));
    expect(await screen.findByText('Physics, Bachelor is saved')).toBeTruthy();
    expect(server.bodiesOf(CREATE)).toEqual([
      { kind: 'program', name: 'Physics, Bachelor', parentId: physics._id, externalId: '' },
    ]);
  });
});
