import { afterEach, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { RecentAttendance } from '../src/features/dashboard/components/recent-attendance.tsx';
import { MarksTable } from '../src/features/reports/components/marks-table.tsx';
import { StudentDialog } from '../src/features/session/components/review/student-dialog.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { markOf, sessionOf } from './samples.ts';

const TIME = /\d{1,2}:\d{2}/;
const absence = markOf(1, { status: 'ABSENT' });

afterEach(cleanup);

test('shows a dash as the time of an absence in a report, but the time of a mark', async () => {
  renderTeacher(<MarksTable marks={[absence, markOf(2)]} next={null} />);
  const [, first, second] = await screen.findAllByRole('row');
  expect(within(first!).getByText('–')).toBeTruthy();
  expect(first?.textContent).not.toMatch(TIME);
  expect(second?.textContent).toMatch(TIME);
});

test('shows only the day of an absence on the dashboard', async () => {
  renderTeacher(<RecentAttendance records={[absence, markOf(2)]} next={null} />);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toMatch(/14 Sep/);
  expect(second?.textContent).toMatch(/ago|day|now/);
});

test('shows only the day of an absence in the review', async () => {
  fakeApi({ [callOf(routes.attendance.getMarkHistory)]: answer([]) });
  const row = { student: absence.student, mark: absence, help: undefined };
  renderTeacher(
    <StudentDialog session={sessionOf({ active: false })} row={row} onDecide={() => {}} onClose={() => {}} />,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Student 1' });
  expect(within(dialog).getByText(/14 Sep/).textContent).not.toMatch(TIME);
});
