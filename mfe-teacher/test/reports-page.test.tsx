import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { ReportsPage } from '../src/features/reports/pages/reports-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId, markOf } from './samples.ts';

const mark = markOf(1, {
  student: { ...markOf(1).student, name: 'Zoë 🙂', usn: '1QR21CS001', regNo: 'REG-0001' },
  timestamp: '2026-09-14T09:05:00.000Z',
  status: 'LATE',
});

const { attendance, course } = routes;
const LIST = callOf(attendance.listAttendance);
const TOTALS = callOf(attendance.getAttendanceTotals);
const EXPORT = callOf(attendance.exportAttendance);
const EXPORT_ALL = callOf(attendance.exportAllColumns);

const start = (marks: AttendanceRecord[], path: string, fail = false, shown = algorithms) => {
  const server = fakeApi({
    [callOf(course.listCourses)]: answer([shown]),
    [LIST]: fail ? refusal(400) : answer(marks),
    [TOTALS]: fail ? refusal(400) : answer({ present: 1200, late: 34, absent: 5, excused: 2 }),
    [EXPORT]: answer('Date'),
    [EXPORT_ALL]: answer('Date'),
  });
  renderTeacher(<ReportsPage />, path);
  return server;
};
const exportButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' });

/** Replaces downloads, which jsdom lacks. */
const catchDownload = () => {
  URL.createObjectURL = () => 'blob:report';
  URL.revokeObjectURL = () => {};
  return jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
};

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

describe('the reports page', () => {
  test('requests list and totals with the same filters, in whole days of the viewer’s time zone', async () => {
    const { sentTo } = start([mark], `/reports?course=${courseId}&from=2026-09-01&to=2026-09-14&status=LATE`);
    await screen.findByText('Zoë 🙂');
    const choice = {
      courseId,
      status: 'LATE',
      from: new Date('2026-09-01T00:00:00').toISOString(),
      to: new Date('2026-09-14T23:59:59.999').toISOString(),
    };
    expect(sentTo(LIST)[0]?.query).toMatchObject(choice);
    expect(sentTo(TOTALS)[0]?.query).toEqual(choice);
  });

  test('requests and exports only the section in the URL', async () => {
    const section = { _id: '66f0000000000000000000a2', name: 'Lab' };
    const divided = { ...algorithms, sections: [...algorithms.sections, section] };
    const { sentTo } = start([mark], `/reports?course=${courseId}&section=${section._id}`, false, divided);
    await screen.findByText('Zoë 🙂');
    expect(await screen.findByRole('combobox', { name: 'Section' })).toBeTruthy();
    catchDownload();
    fireEvent.click(exportButton());
    await waitFor(() => expect(sentTo(EXPORT)).toHaveLength(1));
    for (const call of [LIST, TOTALS, EXPORT])
      expect(sentTo(call)[0]?.query).toMatchObject({ courseId, sectionId: section._id });
  });

  test('counts all matching records, not only the current page', async () => {
    start([mark], '/reports');
    expect(await screen.findByText('1,200')).toBeTruthy();
  });

  test('shows that nothing was found and disables the export', async () => {
    start([], '/reports');
    expect(await screen.findByText('No records found for the selected filters.')).toBeTruthy();
    expect(exportButton().disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Generate QR' }).getAttribute('href')).toBe('/teacher/generate');
  });

  test('offers to clear the filters if nothing matches', async () => {
    start([], '/reports?status=LATE');
    const clear = await screen.findByRole('link', { name: 'Clear filters' });
    expect(clear.getAttribute('href')).toBe('/teacher/reports');
  });

  test('shows an error if From is after To, and sends no request', async () => {
    const { sentTo } = start([mark], '/reports?from=2026-09-14&to=2026-09-01');
    expect((await screen.findByRole('alert')).textContent).toBe('To must not be before From');
    expect(sentTo(LIST)).toEqual([]);
    expect(sentTo(TOTALS)).toEqual([]);
    expect(exportButton().disabled).toBe(true);
  });

  test('shows a loading error once', async () => {
    start([], '/reports', true);
    expect(await screen.findByText('Failed to load reports data')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  test('shows registration number and USN below the name, if there are any', async () => {
    start([mark, markOf(2)], '/reports');
    expect(await screen.findByText('REG-0001 · 1QR21CS001')).toBeTruthy();
    expect(screen.getByText('Student 2').closest('td')?.textContent).toBe('Student 2');
  });

  test('exports all columns with the same filters to a file with another name', async () => {
    const click = catchDownload();
    const { sentTo } = start([mark], '/reports?status=LATE');
    await screen.findByText('Zoë 🙂');
    fireEvent.click(screen.getByRole('button', { name: 'Export all columns' }));
    await waitFor(() => expect(click).toHaveBeenCalled());
    expect(sentTo(EXPORT_ALL)[0]?.query).toEqual({ status: 'LATE' });
    expect(sentTo(EXPORT)).toEqual([]);
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('attendance-report-all-columns.csv');
  });

  test('exports the filtered records as attendance-report.csv', async () => {
    const click = catchDownload();
    const { sentTo } = start([mark], '/reports?status=LATE');
    await screen.findByText('Zoë 🙂');
    fireEvent.click(exportButton());
    await waitFor(() => expect(click).toHaveBeenCalled());
    expect(sentTo(EXPORT)[0]?.query).toEqual({ status: 'LATE' });
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('attendance-report.csv');
  });
});

const lab = { _id: '66f0000000000000000000a2', name: 'Lab' };
const ofUnit = {
  ...algorithms,
  _id: '66f000000000000000000c02',
  name: 'Logic',
  code: 'M1',
  role: 'program-administrator',
  sections: [...algorithms.sections, lab],
};

test('shows an administrator of a unit the name of its course, without flag rates', async () => {
  const { give } = start([mark], `/reports?course=${ofUnit._id}`);
  give(callOf(course.getCourse), answer(ofUnit));
  expect(screen.queryByText('Flags by device and network')).toBeNull();
  expect(await screen.findByText('Logic (M1)')).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Section' })).toBeTruthy();
  expect(screen.queryByText('Flags by device and network')).toBeNull();
});

test('still offers the user’s courses if the course in the URL cannot be opened', async () => {
  const { give, sentTo } = start([mark], `/reports?course=${ofUnit._id}`);
  give(callOf(course.getCourse), refusal(404, 'Course not found'));
  await waitFor(() => expect(sentTo(callOf(course.getCourse))).toHaveLength(1));
  fireEvent.mouseDown(screen.getByLabelText('Course'));
  expect(await screen.findByTitle('Algorithms (CS201)')).toBeTruthy();
});

test('compares flag rates by device and network on request', async () => {
  const { give, sentTo } = start([mark], `/reports?course=${courseId}`);
  const RATES = callOf(attendance.getFlagRates);
  give(
    RATES,
    answer({
      devices: [
        { kind: 'android', marks: 200, flagged: 10, toReview: 2 },
        { kind: 'watch', marks: 4, flagged: 0, toReview: 0 },
      ],
      networks: [{ onCampus: false, marks: 50, flagged: 5, toReview: 0 }],
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Show the comparison' }));
  const row = (await screen.findByText('Android')).closest('tr');
  expect(row?.textContent).toMatch(/200.*5.?%.*\(10\).*1.?%.*\(2\)/);
  expect(screen.getByText('Other devices')).toBeTruthy();
  expect(screen.getByText('Other networks')).toBeTruthy();
  expect(sentTo(RATES)[0]?.query).toEqual({ courseId });
});
