import { Route, Routes } from 'react-router';
import { afterEach, expect, test } from '@jest/globals';
import { routes, type RosterNotice, type RosterNoticeLine } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { RosterNotices } from '../src/features/dashboard/components/roster-notices.tsx';
import { RosterNoticePage } from '../src/features/dashboard/pages/roster-notice-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { courseId } from './samples.ts';

const LIST = callOf(routes.course.listRosterNotices);
const SEEN = callOf(routes.course.markRosterNoticesSeen);
const notice: RosterNotice = {
  _id: 'run applied section',
  course: {
    _id: courseId,
    code: 'CS201',
    name: 'Algorithms',
  },
  section: {
    _id: `${courseId.slice(0, -1)}2`,
    name: 'B',
  },
  kind: 'applied',
  source: 'files',
  at: '2026-10-03T08:00:00.000Z',
  added: 3,
  ended: 1,
};

const start = (answers: Record<string, Answers>) => {
  const server = fakeApi({ [LIST]: answer([notice]), ...answers });
  renderTeacher(<RosterNotices />);
  return server;
};

afterEach(cleanup);

test('shows what an import changed in a section, with a link to its lines', async () => {
  start({});
  expect(await screen.findByText('3 students added, 1 ended')).toBeTruthy();
  expect(screen.getByText(/Stated by the registry/)).toBeTruthy();
  const link = screen.getByRole('link', { name: /^Algorithms .*CS201.*, section B$/ });
  expect(link.getAttribute('href')).toBe('/teacher/roster-notices/run%20applied%20section');
});

test('hides import notices once the server has saved the change', async () => {
  let seen = false;
  const { sentTo } = start({
    [LIST]: () => answer(seen ? [] : [notice]),
    [SEEN]: () => {
      seen = true;
      return answer(undefined, 204);
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Hide these' }));
  await waitFor(() => expect(screen.queryByText('Changes of your rosters')).toBeNull());
  expect(sentTo(SEEN)[0]?.body).toEqual({ ids: [notice._id] });
});

test('keeps import notices, with the reason, if hiding them fails', async () => {
  start({ [SEEN]: refusal(503) });
  fireEvent.click(await screen.findByRole('button', { name: 'Hide these' }));
  expect(await screen.findByText(/Failed to hide them/)).toBeTruthy();
  expect(screen.getByText('3 students added, 1 ended')).toBeTruthy();
});

const openNotice = (opened: RosterNotice, lines: RosterNoticeLine[]) => {
  fakeApi({
    [callOf(routes.course.getRosterNotice)]: answer(opened),
    [callOf(routes.course.listRosterNoticeLines)]: answer(lines),
  });
  renderTeacher(
    <Routes>
      <Route path="/teacher/roster-notices/:noticeId" element={<RosterNoticePage />} />
    </Routes>,
    `/roster-notices/${encodeURIComponent(opened._id)}`,
  );
};
const ada = { _id: '7c1d8a52-5a60-4f2f-9c53-0f6c1e0a2b11', name: 'Ada' };

test('lists the lines of the import that changed the section', async () => {
  openNotice(notice, [
    { student: ada, effect: 'added', line: 7 },
    { student: { ...ada, name: null }, effect: 'ended' },
  ]);
  expect(await screen.findByText('3 students added, 1 ended')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Ada' })).toBeTruthy();
  expect(screen.getByText('7')).toBeTruthy();
  expect(screen.getByText('Not in the file')).toBeTruthy();
  const roster = screen.getByRole('link', { name: 'Students of the section' });
  expect(roster.getAttribute('href')).toBe(`/teacher/courses/${courseId}?section=${notice.section._id}`);
});

test('shows for an undone import whether a student was missing from the file or had an unchanged line', async () => {
  openNotice({ ...notice, kind: 'undone' }, [
    { student: ada, effect: 'ended' },
    { student: { ...ada, name: 'Eve' }, effect: 'added' },
  ]);
  const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr');
  expect((await rowOf('Ada'))?.textContent).toContain('A line that had changed nothing');
  expect((await rowOf('Eve'))?.textContent).toContain('Not in the file');
});
