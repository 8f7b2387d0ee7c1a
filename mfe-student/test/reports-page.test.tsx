import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { openArea } from './support/open-area.tsx';
import { course, record } from './support/samples.ts';

const LIST = 'GET /api/attendance';
const TOTALS = 'GET /api/attendance/totals';
const open = (search: string, over: Record<string, Answers> = {}) =>
  openArea(`/student/reports${search}`, {
    'GET /api/courses': answer([course()]),
    [LIST]: answer([record]),
    [TOTALS]: answer({ present: 4, late: 1, absent: 2, excused: 3 }),
    'GET /api/attendance/export': answer('Date,Time,Course,Status'),
    ...over,
  });
const exportButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Export CSV' });

beforeEach(() => {
  URL.createObjectURL = () => '#report';
  URL.revokeObjectURL = () => {};
});
afterEach(cleanup);

describe('my reports', () => {
  test('count and export the filtered records', async () => {
    const { sent } = open('?course=66f000000000000000000c01&status=LATE&from=2026-09-01');
    expect(await screen.findByText('10 records')).toBeTruthy();
    const query = {
      courseId: course()._id,
      status: 'LATE',
      from: new Date('2026-09-01T00:00:00.000').toISOString(),
    };
    await waitFor(async () => expect((await exportButton()).disabled).toBe(false));
    await userEvent.click(await exportButton());
    expect(await screen.findByText('my-attendance-report.csv is in your downloads')).toBeTruthy();
    expect(sent.find(({ call }) => call === LIST)?.query).toMatchObject(query);
    expect(sent.find(({ call }) => call === TOTALS)?.query).toEqual(query);
    expect(sent.at(-1)).toMatchObject({
      call: 'GET /api/attendance/export',
      query,
    });
  });

  test('show an empty state and disable the export', async () => {
    const none = answer({ present: 0, late: 0, absent: 0, excused: 0 });
    open('?status=ABSENT', { [LIST]: answer([]), [TOTALS]: [none] });
    expect(await screen.findByText('No records found for the selected filters.')).toBeTruthy();
    expect((await exportButton()).disabled).toBe(true);
    await userEvent.click(screen.getByRole('link', { name: 'Clear filters' }));
    expect(screen.getByLabelText('address').textContent).toBe('/student/reports');
  });

  test('show an error for a reversed date range, and send no request', async () => {
    const { sent } = open('?from=2026-09-14&to=2026-09-01');
    expect((await screen.findByRole('alert')).textContent).toBe('To must not be before From');
    expect((await exportButton()).disabled).toBe(true);
    expect(sent.filter(({ call }) => call.startsWith('GET /api/attendance'))).toEqual([]);
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-09-20' } });
    expect(await screen.findByText('10 records')).toBeTruthy();
  });

  test.each([LIST, TOTALS])('show an error when %s fails', async (call) => {
    open('', { [call]: refusal(400, '') });
    expect(await screen.findByText('Failed to load your reports data')).toBeTruthy();
  });
});
