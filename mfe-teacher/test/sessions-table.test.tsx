import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { SessionsTable } from '../src/features/sessions/components/sessions-table.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { courseId, sessionOf } from './samples.ts';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

test('shows that the course of a session is unknown, beside sessions with a known course', async () => {
  const session = sessionOf({ active: false, attendanceCount: 2 });
  const lost = { ...session, _id: '66f000000000000000005e02', course: { _id: courseId, name: '', code: '' } };
  renderTeacher(<SessionsTable sessions={[session, lost]} />);
  expect((await screen.findAllByText('Algorithms')).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Course unavailable right now').length).toBeGreaterThan(0);
  const [link] = screen.getAllByRole('link', { name: /Course unavailable right now/ });
  expect(link?.getAttribute('href')).toContain(lost._id);
});

test('shows the state of each session and the actions for it', async () => {
  const startTime = new Date(Date.now() + 48 * 3_600_000).toISOString();
  const sessions = [
    sessionOf({ _id: '66f000000000000000005e01', state: 'scheduled', startTime }),
    sessionOf({ _id: '66f000000000000000005e02', state: 'running' }),
    sessionOf({ _id: '66f000000000000000005e03', state: 'ended', active: false }),
    sessionOf({ _id: '66f000000000000000005e04', state: 'canceled', active: false }),
  ];
  renderTeacher(<SessionsTable sessions={sessions} />);
  const rows = [...(await screen.findAllByText('Algorithms', { selector: 'td *' }))].map((name) => {
    const row = name.closest('tr');
    const buttons = [...(row?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);
    return [/Planned|Active|Inactive( \(canceled\))?/.exec(row?.textContent ?? '')?.[0], ...buttons];
  });
  expect(rows).toEqual([
    ['Planned', 'Cancel class'],
    ['Active', 'End Session'],
    ['Inactive'],
    ['Inactive (canceled)'],
  ]);
});

test('uses two lines per session on a phone', async () => {
  const wide = window.matchMedia('(width > 0)');
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ ...wide, media: query, matches: query.includes('max-width: 767px') }));
  renderTeacher(<SessionsTable sessions={[sessionOf({ state: 'running' })]} />);
  const row = await screen.findByRole('listitem');
  const [first, second, ...more] = row.children;
  expect(more).toEqual([]);
  expect(first?.textContent).toMatch(/^Algorithms \(CS201\).*Active$/);
  expect(second?.textContent).toMatch(/^Date: .*Time: .*View.*End Session$/);
  expect(screen.queryByRole('table')).toBeNull();
});
