import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { SessionsTable } from '../src/features/sessions/components/sessions-table.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { courseId, sessionOf } from './samples.ts';

afterEach(cleanup);

test('a session whose course is not known says so, beside those whose course is', async () => {
  const session = sessionOf({ active: false, attendanceCount: 2 });
  const lost = { ...session, _id: '66f000000000000000005e02', course: { _id: courseId, name: '', code: '' } };
  renderTeacher(<SessionsTable sessions={[session, lost]} />);
  expect((await screen.findAllByText('Algorithms')).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Course not known right now').length).toBeGreaterThan(0);
  const [link] = screen.getAllByRole('link', { name: /Course not known right now/ });
  expect(link?.getAttribute('href')).toContain(lost._id);
});
