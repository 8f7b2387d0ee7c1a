import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { ApiError } from '@qr-attendance/web-kit';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { ReportsPage } from '../src/features/reports/pages/reports-page.tsx';
import { makeHost, renderTeacher, type Asked } from './fake-host.tsx';

const courseId = '66f000000000000000000c01';
const mark: AttendanceRecord = {
  _id: '00000000-0000-4000-8000-000000000001',
  student: { _id: '10000000-0000-4000-8000-000000000001', name: 'Zoë 🙂', email: 'zoe@campus.example' },
  session: {
    _id: '66f000000000000000005e01',
    course: { _id: courseId, name: 'Algorithms', code: 'CS201' },
    date: '2026-09-14',
    startTime: '2026-09-14T09:00:00.000Z',
  },
  timestamp: '2026-09-14T09:05:00.000Z',
  status: 'LATE',
};
const course = { _id: courseId, name: 'Algorithms', code: 'CS201' };

const { listAttendance, getAttendanceTotals, exportAttendance } = routes.attendance;

const start = (marks: AttendanceRecord[], path: string, fail = false) => {
  const server = makeHost(({ route }: Asked) => {
    if (route === routes.course.listCourses) return [course];
    if (fail) throw new ApiError(400);
    if (route === listAttendance) return marks;
    if (route === getAttendanceTotals) return { present: 1200, late: 34, absent: 5, excused: 2 };
    return new Blob(['Date']);
  });
  renderTeacher(<ReportsPage />, server.host, path);
  const askedFor = (route: object) => server.asked.filter((one) => one.route === route);
  return { ...server, askedFor };
};
const exportButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' });

afterEach(cleanup);

describe('the reports page', () => {
  test('asks list and totals for the same choice: whole days of the viewer', async () => {
    const { askedFor } = start(
      [mark],
      `/reports?course=${courseId}&from=2026-09-01&to=2026-09-14&status=LATE`,
    );
    await screen.findByText('Zoë 🙂');
    const choice = {
      courseId,
      status: 'LATE',
      from: new Date('2026-09-01T00:00:00').toISOString(),
      to: new Date('2026-09-14T23:59:59.999').toISOString(),
    };
    expect(askedFor(listAttendance)[0]?.query).toMatchObject(choice);
    expect(askedFor(getAttendanceTotals)[0]?.query).toEqual(choice);
  });

  test('counts the whole choice, not the page', async () => {
    start([mark], '/reports');
    expect(await screen.findByText('1200')).toBeTruthy();
  });

  test('says that nothing was found, and exports nothing', async () => {
    start([], '/reports');
    expect(await screen.findByText('No records found for the selected filters.')).toBeTruthy();
    expect(exportButton().disabled).toBe(true);
  });

  test('asks for nothing while From is after To, and says so', async () => {
    const { askedFor } = start([mark], '/reports?from=2026-09-14&to=2026-09-01');
    expect((await screen.findByRole('alert')).textContent).toBe('To must not be before From');
    expect(askedFor(listAttendance)).toEqual([]);
    expect(askedFor(getAttendanceTotals)).toEqual([]);
    expect(exportButton().disabled).toBe(true);
  });

  test('tells that the report cannot be loaded, once', async () => {
    start([], '/reports', true);
    expect(await screen.findByText('Failed to load reports data')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  test('exports the choice in the viewer’s zone as attendance-report.csv', async () => {
    URL.createObjectURL = () => 'blob:report';
    URL.revokeObjectURL = () => {};
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { askedFor } = start([mark], '/reports?status=LATE');
    await screen.findByText('Zoë 🙂');
    fireEvent.click(exportButton());
    await waitFor(() => expect(click).toHaveBeenCalled());
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(askedFor(exportAttendance)[0]?.query).toEqual({ status: 'LATE', timeZone });
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('attendance-report.csv');
  });
});
