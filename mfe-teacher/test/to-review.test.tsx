import { afterEach, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { ToReview } from '../src/features/dashboard/components/to-review.tsx';
import { makeHost, renderTeacher } from './fake-host.tsx';
import { markOf, sessionId } from './marks.ts';

afterEach(cleanup);

test('the dashboard counts what needs review by session, and leads to it', async () => {
  const other = { ...markOf(3).session, _id: '66f000000000000000005e02', date: '2026-09-15' };
  const { asked, host } = makeHost(() => [markOf(3, { session: other }), markOf(2), markOf(1)]);
  renderTeacher(<ToReview />, host);
  expect(await screen.findByText('2 marks to look at')).toBeTruthy();
  expect(screen.getByText('1 mark to look at')).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/teacher/sessions/${other._id}?show=review`,
    `/teacher/sessions/${sessionId}?show=review`,
  ]);
  expect(asked[0]?.route).toBe(routes.attendance.listAttendance);
  expect(asked[0]?.query).toMatchObject({ needsReview: 'true' });
});

test('the dashboard says nothing of reviews while nothing needs any', async () => {
  const { asked, host } = makeHost(() => []);
  renderTeacher(<ToReview />, host);
  await waitFor(() => expect(asked).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryByText('To review')).toBeNull();
});
