import { afterEach, expect, test } from '@jest/globals';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import { formatDayTime, formatTime } from '@qr-attendance/web-kit';
import { answer } from '@qr-attendance/web-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import { openArea } from './support/open-area.tsx';
import { course, record, summary } from './support/samples.ts';

const afternoon: AttendanceRecord = {
  ...record,
  _id: `${record._id.slice(0, -1)}5`,
  session: { ...record.session, _id: '66f000000000000000005e02', startTime: '2026-09-14T13:00:00.000Z' },
  timestamp: '2026-09-17T10:00:00.000Z',
  scannedAt: undefined,
  correctedAt: '2026-09-17T10:00:00.000Z',
  status: 'PRESENT',
};
const open = (path: string, shown: AttendanceRecord[]) =>
  openArea(path, {
    'GET /api/analytics/summary': answer(summary()),
    'GET /api/courses': answer([course()]),
    'GET /api/attendance': answer(shown),
    'GET /api/attendance/totals': answer({ present: 1, late: 1, absent: 0, excused: 0 }),
  });
const rowTexts = async () => (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);

afterEach(cleanup);

test.each(['/student/history', '/student/reports'])(
  'shows the start of two classes on one day, and when a record was corrected, on %s',
  async (path) => {
    open(path, [afternoon, record]);
    const [later, earlier] = await rowTexts();
    expect(later).toContain(formatTime(afternoon.session.startTime));
    expect(later).toContain(`Corrected ${formatDayTime('2026-09-17T10:00:00.000Z')}`);
    expect(later).toContain('–');
    expect(earlier).toContain(formatTime(record.session.startTime));
    expect(earlier).not.toContain('Corrected');
    cleanup();
    open(path, [record]);
    expect((await rowTexts())[0]).not.toContain(formatTime(record.session.startTime));
  },
);
