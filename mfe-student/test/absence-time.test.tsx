import { afterEach, expect, test } from '@jest/globals';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import { formatTime } from '@qr-attendance/web-kit';
import { answer } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openArea } from './support/open-area.tsx';
import { course, record, summary } from './support/samples.ts';

const TIME = /\d{1,2}:\d{2}/;
const { scannedAt: _scannedAt, ...unscanned } = record;
const absence: AttendanceRecord = { ...unscanned, status: 'ABSENT' };
const open = (path: string, shown: AttendanceRecord) =>
  openArea(path, {
    'GET /api/analytics/summary': answer(summary()),
    'GET /api/courses': answer([course()]),
    'GET /api/attendance': answer([shown]),
    'GET /api/attendance/totals': answer({ present: 0, late: 0, absent: 1, excused: 0 }),
    [`GET /api/attendance/${record._id}/history`]: answer([]),
  });

afterEach(cleanup);

test.each(['/student/history', '/student/reports'])(
  'shows a dash as the time of an absence on %s',
  async (path) => {
    open(path, absence);
    const row = (await screen.findAllByRole('row'))[1]!;
    expect(within(row).getByText('–')).toBeTruthy();
    expect(row.textContent).not.toMatch(TIME);
    cleanup();
    open(path, record);
    expect((await screen.findAllByRole('row'))[1]?.textContent).toMatch(TIME);
  },
);

test('shows only the day of an absence on the dashboard', async () => {
  open('/student', absence);
  const row = (await screen.findByText('Absent')).closest('li')!;
  expect(row.textContent).toMatch(/14 Sep/);
  expect(row.textContent).not.toMatch(TIME);
});

test('shows when the class of an absence began in its details', async () => {
  open('/student/history', absence);
  await userEvent.click(await screen.findByRole('button', { name: /^Open Algorithms, / }));
  const dialog = await screen.findByRole('dialog', { name: /Algorithms/ });
  expect(within(dialog).getByText(/14 Sep/).textContent).toContain(formatTime(record.session.startTime));
});
