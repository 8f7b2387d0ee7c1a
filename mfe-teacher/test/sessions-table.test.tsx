import { afterEach, expect, test } from '@jest/globals';
import { sessionSchema } from '@qr-attendance/contracts';
import { cleanup, screen } from '@testing-library/react';
import { SessionsTable } from '../src/features/sessions/components/sessions-table.tsx';
import { makeHost, renderTeacher } from './fake-host.tsx';
import { courseId, sessionId } from './marks.ts';

afterEach(cleanup);

test('a session whose course is not known says so, beside those whose course is', async () => {
  const session = sessionSchema.parse({
    _id: sessionId,
    course: { _id: courseId, name: 'Algorithms', code: 'CS201' },
    teacher: { _id: '20000000-0000-4000-8000-000000000001', name: 'Ada' },
    date: '2026-09-14',
    startTime: '2026-09-14T09:00:00.000Z',
    active: false,
    lateAfterMinutes: 10,
    attendanceCount: 2,
  });
  const lost = { ...session, _id: '66f000000000000000005e02', course: { _id: courseId, name: '', code: '' } };
  renderTeacher(<SessionsTable sessions={[session, lost]} />, makeHost(() => undefined).host);
  expect((await screen.findAllByText('Algorithms')).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Course not known right now').length).toBeGreaterThan(0);
  const [link] = screen.getAllByRole('link', { name: /Course not known right now/ });
  expect(link?.getAttribute('href')).toContain(lost._id);
});
