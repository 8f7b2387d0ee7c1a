import { afterEach, describe, expect, test } from '@jest/globals';
import { answer, enterText } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dialog, openArea, press, unitStaff } from './support/open-area.tsx';

afterEach(cleanup);

const unit = (digit: number, kind: string, name: string, parentId?: string) => ({
  _id: `66f00000000000000000080${digit}`,
  kind,
  name,
  path: parentId ? ['Campus'] : [],
  version: 1,
  ...(parentId && { parentId }),
});
const campus = unit(1, 'institution', 'Campus');
const science = unit(2, 'faculty', 'Science', campus._id);
const law = unit(3, 'faculty', 'Law', campus._id);
const ada = { _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e01', name: 'Ada Lovelace' };
const member = (of: typeof science, role: string, more: object = {}) => ({
  unit: { _id: of._id, name: of.name, path: of.path },
  user: ada,
  role,
  ...more,
});
const own = (role: string) => [{ unit: { _id: science._id, name: 'Science' }, role }];

const OWN = 'GET /api/units/own-roles';
const UNITS = 'GET /api/units';
const STAFF = 'GET /api/units/staff';
const COURSES = 'GET /api/units/courses';
const DAY = 'GET /api/sessions/day-overview';
const counts = { scheduled: 2, running: 1, held: 3, unconfirmed: 4, canceled: 0 };
const day = { day: '2026-09-14', ...counts, units: [{ _id: science._id, name: 'Science', ...counts }] };

describe('the staff of units', () => {
  test('is shown with unit, role and dates, and an administrator can add a person', async () => {
    const ADD = `POST /api/units/${science._id}/staff`;
    const server = openArea('/admin/staff', {
      [UNITS]: answer([campus, science, law]),
      [STAFF]: answer([member(law, 'auditor', { until: '2031-01-31' })]),
      [ADD]: answer([member(science, 'program-administrator')]),
    });
    expect(await screen.findByText('Auditor')).toBeTruthy();
    expect(screen.getByText(/^until /)).toBeTruthy();
    await press('Give a role');
    await enterText(dialog().getByLabelText('Email address or employee number'), 'ada@campus.example');
    await userEvent.click(dialog().getByRole('combobox', { name: 'Unit' }));
    await userEvent.click(await screen.findByTitle('Campus › Science'));
    expect(dialog().queryByRole('radio', { name: /^Institution administrator/ })).toBeNull();
    server.give(STAFF, answer([member(science, 'program-administrator')]));
    await userEvent.click(dialog().getByRole('button', { name: 'Give the role' }));
    expect(await screen.findByText('Role saved')).toBeTruthy();
    expect(server.bodiesOf(ADD)).toEqual([{ person: 'ada@campus.example', role: 'program-administrator' }]);
    expect(await screen.findByText('Program administrator')).toBeTruthy();
  });

  test('can be removed after a confirmation', async () => {
    const REMOVE = `DELETE /api/units/${law._id}/staff/${ada._id}`;
    const server = openArea('/admin/staff', {
      [UNITS]: answer([campus, science, law]),
      [STAFF]: answer([member(law, 'auditor')]),
      [REMOVE]: answer(undefined, 204),
    });
    await press('Remove the role of Ada Lovelace');
    expect(dialog().getByText(/no longer sees the courses of Law/)).toBeTruthy();
    server.give(STAFF, answer([]));
    await userEvent.click(dialog().getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Nobody has a role in a unit yet.')).toBeTruthy();
    expect(server.sentTo(REMOVE)).toHaveLength(1);
  });

  test('is read-only for a program administrator', async () => {
    openArea(
      '/admin/staff',
      {
        [OWN]: answer(own('program-administrator')),
        [UNITS]: answer([campus, science, law]),
        [STAFF]: answer([member(science, 'auditor')]),
      },
      unitStaff,
    );
    expect(await screen.findByText('Ada Lovelace')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Give|Change|Remove)/ })).toBeNull();
  });
});

describe('the courses of units', () => {
  const course = {
    _id: '66f000000000000000000c01',
    name: 'Optics',
    code: 'PH201',
    unitName: 'Science',
    teacher: { _id: ada._id, user: { name: 'Ada Lovelace' } },
    studentCount: 30,
  };

  test('are filtered by unit and search in the URL, and can be opened by unit staff', async () => {
    const server = openArea(
      `/admin/courses?unit=${science._id}`,
      {
        [OWN]: answer(own('auditor')),
        [UNITS]: answer([campus, science, law]),
        'GET /api/terms': answer([]),
        [COURSES]: ({ query }) => answer(query['search'] ? [] : [{ ...course, role: 'auditor' }]),
      },
      unitStaff,
    );
    const open = await screen.findByRole('link', { name: 'Open PH201' });
    expect(open.getAttribute('href')).toBe(`/teacher/courses/${course._id}`);
    await userEvent.type(screen.getByLabelText('Search by code, name or teacher'), 'none');
    expect(await screen.findByText(/^No course matches/)).toBeTruthy();
    expect(server.sentTo(COURSES).at(-1)?.query).toEqual({
      limit: '50',
      search: 'none',
      unitId: science._id,
    });
    await userEvent.click(screen.getByRole('combobox', { name: 'Unit' }));
    expect(await screen.findByTitle('All units')).toBeTruthy();
    // Units of other faculties are not offered.
    expect(screen.queryByTitle('Campus › Law')).toBeNull();
  });

  test('are listed without links for an administrator, who has no role in them', async () => {
    openArea('/admin/courses', {
      [UNITS]: answer([science]),
      'GET /api/terms': answer([]),
      [COURSES]: answer([course]),
    });
    expect(await screen.findByText('PH201')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Open/ })).toBeNull();
  });
});

describe('the overview', () => {
  test('shows the user’s roles and today’s classes by unit', async () => {
    openArea('/admin', { [OWN]: answer(own('auditor')), [DAY]: answer(day) }, unitStaff);
    expect(await screen.findByText(/Auditor\./)).toBeTruthy();
    const row = (await screen.findByRole('row', { name: /^Science/ })) as HTMLTableRowElement;
    expect([...row.cells].map(({ textContent }) => textContent)).toEqual([
      'Science',
      '1',
      '2',
      '3',
      '4',
      '0',
    ]);
    const shortcuts = within(screen.getByRole('navigation', { name: 'Pages of the administration' }));
    expect(shortcuts.getByRole('link', { name: /^Courses/ })).toBeTruthy();
  });

  test('shows that there are no classes', async () => {
    openArea('/admin', { [DAY]: answer({ ...day, units: [] }) });
    expect(await screen.findByText('There are no classes today.')).toBeTruthy();
  });
});

test('unit staff see only their part of the units and terms, and cannot change them', async () => {
  const answers = { [OWN]: answer(own('program-administrator')), [UNITS]: answer([campus, science, law]) };
  openArea('/admin/units', answers, unitStaff);
  expect(await screen.findByText('Science')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Law')).toBeNull());
  expect(screen.queryByRole('button', { name: /^(Add|Edit|Delete)/ })).toBeNull();
});
