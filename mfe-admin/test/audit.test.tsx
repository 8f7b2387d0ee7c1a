import { afterEach, describe, expect, test } from '@jest/globals';
import { NO_CHECKS } from '@qr-attendance/contracts';
import { answer } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openArea, press, unitStaff, user } from './support/open-area.tsx';

afterEach(cleanup);

const COURSES = 'GET /api/units/audit-log';
const RECORDS = 'GET /api/attendance/audit-log';
const ACCOUNTS = 'GET /api/auth/audit-log';
const ada = { _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e01', name: 'Ada Lovelace' };
const grace = { _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02', name: 'Grace Hopper' };
const course = { kind: 'course', _id: '66f000000000000000000801', name: 'Optics' };
const at = '2026-09-14T09:05:00.000Z';
const added = {
  _id: 'a1',
  at,
  action: 'staff_added',
  by: ada,
  person: grace,
  object: course,
  role: 'assistant',
};
const imported = {
  _id: 'a2',
  at,
  action: 'import_confirmed',
  by: ada,
  object: {
    kind: 'import',
    _id: '66f000000000000000000802',
    name: 'people',
  },
};

const choose = async (label: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByTitle(option));
};
const address = () => screen.getByLabelText('address').textContent;

describe('the audit log', () => {
  test('shows who did what, and filters by a person and a course from the log', async () => {
    const server = openArea('/admin/audit', { [COURSES]: answer([added, imported]) });
    expect(await screen.findByText('Staff added to a course')).toBeTruthy();
    expect(screen.getByText('Assistant')).toBeTruthy();
    expect(screen.getByText('Import applied')).toBeTruthy();
    expect(screen.getByText('People')).toBeTruthy();
    await press('Only entries with Grace Hopper');
    await press('Only entries of Optics');
    await waitFor(() => expect(address()).toBe(`/admin/audit?person=${grace._id}&course=${course._id}`));
    await waitFor(() =>
      expect(server.sent.at(-1)?.query).toEqual({ limit: '50', personId: grace._id, courseId: course._id }),
    );
    await press('Show entries of everyone');
    await waitFor(() => expect(address()).toBe(`/admin/audit?course=${course._id}`));
  });

  test('shows decisions on records and actions of administrators, each with its own action filter', async () => {
    const corrected = {
      _id: 'r1',
      at,
      action: 'corrected',
      by: ada,
      person: grace,
      object: course,
      fromStatus: 'ABSENT',
      toStatus: 'PRESENT',
    };
    const suspended = { _id: 'p1', at, action: 'suspend', by: null, person: grace, reason: 'Lent her phone' };
    const server = openArea('/admin/audit', {
      [COURSES]: answer([]),
      [RECORDS]: answer([corrected]),
      [ACCOUNTS]: answer([suspended]),
    });
    expect(await screen.findByText('Nothing has been recorded yet.')).toBeTruthy();
    await choose('Log of', 'Attendance records');
    expect(await screen.findByText('Record corrected')).toBeTruthy();
    expect(screen.getByText('Absent')).toBeTruthy();
    await choose('Log of', 'Accounts and invites');
    expect(await screen.findByText('Lent her phone')).toBeTruthy();
    expect(screen.getByText('Command line')).toBeTruthy();
    await choose('Action', 'Account suspended');
    await waitFor(() => expect(server.sent.at(-1)?.query).toEqual({ limit: '50', action: 'suspend' }));
  });

  test('ignores invalid filters in the URL, and hides account entries from the staff of units', async () => {
    const server = openArea(
      '/admin/audit?area=accounts&action=nonsense&person=me&course=1&from=today',
      { [COURSES]: answer([{ ...added, action: 'of_a_newer_version' }]) },
      unitStaff,
    );
    expect(await screen.findByText('Action of a newer version')).toBeTruthy();
    expect(server.sent.at(-1)).toMatchObject({ call: COURSES, query: { limit: '50' } });
    await userEvent.click(screen.getByRole('combobox', { name: 'Log of' }));
    expect(await screen.findByTitle('Attendance records')).toBeTruthy();
    expect(screen.queryByTitle('Accounts and invites')).toBeNull();
  });
});

test('shows changes to rooms and requirements to administrators', async () => {
  openArea('/admin/audit?area=rooms', {
    'GET /api/sessions/audit-log': answer([
      {
        _id: '66f000000000000000000903',
        at: '2026-09-14T09:00:00.000Z',
        action: 'requirements_changed',
        by: {
          _id: user._id,
          name: user.name,
        },
        requirements: {
          ...NO_CHECKS,
          requirePin: true,
        },
      },
      {
        _id: '66f000000000000000000904',
        at: '2026-09-14T08:00:00.000Z',
        action: 'room_edited',
        by: {
          _id: user._id,
          name: user.name,
        },
        object: {
          kind: 'room',
          _id: '66f000000000000000000905',
          name: 'H1',
        },
      },
    ]),
  });
  expect(await screen.findByText('Room changed')).toBeTruthy();
  expect(screen.getByText('H1')).toBeTruthy();
  const row = screen.getByRole('row', { name: /^Requirements of every class changed/ });
  expect(row.textContent).toContain('PIN');
});
