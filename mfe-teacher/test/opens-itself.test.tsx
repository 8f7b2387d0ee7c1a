import { afterEach, expect, test } from '@jest/globals';
import type { Course, Session } from '@qr-attendance/contracts';
import type { Host } from '@qr-attendance/web-kit';
import { fakeApi } from '@qr-attendance/web-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { AutoOpenedCode } from '../src/features/dashboard/components/auto-opened-code.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, sessionOf } from './samples.ts';

const user = { ...sessionOf().teacher } as Host['identity']['user'];

afterEach(cleanup);

const course: Course = { ...algorithms, sessionDefaults: { opensItself: true } };
const MINUTE_MS = 60_000;
let count = 0;
/** Each test has a separate class, because a page opens each class only once. */
const startedAgo = (minutes: number, more: Partial<Session> = {}): Session => {
  count += 1;
  return sessionOf({
    _id: `66f0000000000000000007${String(count).padStart(2, '0')}`,
    course: { _id: course._id, code: course.code, name: course.name },
    startTime: new Date(Date.now() - minutes * MINUTE_MS).toISOString(),
    ...more,
  });
};
const Address = () => {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
};
const show = (sessions: Session[], courses = [course]) => {
  fakeApi({});
  renderTeacher(
    <Routes>
      <Route
        path="/teacher"
        element={
          <>
            <p>Dashboard</p>
            <AutoOpenedCode sessions={sessions} courses={courses} />
          </>
        }
      />
      <Route path="*" element={<Address />} />
    </Routes>,
    '',
    { user },
  );
};

test('opens the projector view of a class that has just begun, once', async () => {
  const session = startedAgo(1);
  show([session]);
  expect(await screen.findByText(`/teacher/sessions/${session._id}/projector?opened=itself`)).toBeTruthy();
  cleanup();
  show([session]);
  expect(screen.getByText('Dashboard')).toBeTruthy();
});

test('opens the projector view only once the class starts', async () => {
  show([startedAgo(-0.02, { state: 'scheduled' })]);
  expect(screen.getByText('Dashboard')).toBeTruthy();
  expect(await screen.findByText(/projector\?opened=itself/, {}, { timeout: 10_000 })).toBeTruthy();
});

test.each([
  ['of a course without that setting', () => [startedAgo(1)], [{ ...course, sessionDefaults: {} }]],
  ['that began some time ago', () => [startedAgo(6)], [course]],
  ['of another teacher', () => [startedAgo(1, { teacher: { _id: course._id, name: 'Ada' } })], [course]],
  ['that was canceled', () => [startedAgo(1, { state: 'canceled', active: false })], [course]],
] as const)('opens no class %s', (_what, sessions, courses) => {
  show(sessions(), [...courses]);
  expect(screen.getByText('Dashboard')).toBeTruthy();
});
