import { afterEach, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi } from '@qr-attendance/web-kit/testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { SessionsToReview } from '../src/features/dashboard/components/sessions-to-review.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { markOf, sessionId } from './samples.ts';

const LIST = callOf(routes.attendance.listAttendance);

afterEach(cleanup);

test('counts records to review by session on the dashboard and links to them', async () => {
  const other = { ...markOf(3).session, _id: '66f000000000000000005e02', date: '2026-09-15' };
  const { sent } = fakeApi({ [LIST]: answer([markOf(3, { session: other }), markOf(2), markOf(1)]) });
  renderTeacher(<SessionsToReview />);
  expect(await screen.findByText('2 records to review')).toBeTruthy();
  expect(screen.getByText('1 record to review')).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/teacher/sessions/${other._id}?show=review`,
    `/teacher/sessions/${sessionId}?show=review`,
  ]);
  expect(sent[0]).toMatchObject({ call: LIST, query: { needsReview: 'true' } });
});

test('lists the session with the highest risk score first', async () => {
  const other = { ...markOf(3).session, _id: '66f000000000000000005e02', date: '2026-09-15' };
  fakeApi({ [LIST]: answer([markOf(3, { session: other, risk: 1 }), markOf(2, { risk: 5 })]) });
  renderTeacher(<SessionsToReview />);
  await screen.findAllByText('1 record to review');
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe(
    `/teacher/sessions/${sessionId}?show=review`,
  );
});

test('shows nothing about reviews if there are none', async () => {
  const { sent } = fakeApi({ [LIST]: answer([]) });
  renderTeacher(<SessionsToReview />);
  await waitFor(() => expect(sent).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryByText('To review')).toBeNull();
});
