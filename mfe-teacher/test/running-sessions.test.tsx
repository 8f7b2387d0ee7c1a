import { afterEach, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi } from '@qr-attendance/web-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import { RunningSessions } from '../src/features/dashboard/components/running-sessions.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { markOf, sessionId, sessionOf } from './samples.ts';

afterEach(cleanup);

test('opens a running session or its projector view with one click', async () => {
  renderTeacher(<RunningSessions sessions={[sessionOf()]} />);
  expect(await screen.findByRole('link', { name: 'Open class' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Projector view' })).toBeTruthy();
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('starts a session that is about to begin on the projector with one click', async () => {
  const room = { id: sessionId, name: 'H1' };
  const next = sessionOf({ startTime: inMinutes(10.5), state: 'scheduled', room });
  renderTeacher(<RunningSessions sessions={[next]} />);
  expect(await screen.findByRole('button', { name: 'Start' })).toBeTruthy();
  expect(screen.getByText(/starts in 10 minutes$/)).toBeTruthy();
  expect(screen.getByText('H1')).toBeTruthy();
});

test('does not offer the code of a later session', async () => {
  const later = sessionOf({ startTime: inMinutes(60), state: 'scheduled', codeOpensAt: inMinutes(45) });
  renderTeacher(<RunningSessions sessions={[later]} />);
  expect(await screen.findByRole('link', { name: 'Open class' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
});

test('shows how many students of a running session could not mark, and links to them', async () => {
  const at = '2026-09-14T09:05:00.000Z';
  const refused = { reason: 'wrong_pin', at, tries: 1, enrolled: true, locked: false };
  fakeApi({
    [callOf(routes.attendance.listRefusedTries)]: answer({
      students: [1, 2].map((n) => ({ student: markOf(n).student, ...refused })),
      others: 0,
    }),
    [callOf(routes.attendance.listFlaggedAttempts)]: answer([
      { student: markOf(2).student, flags: [{ reason: 'device_shared', at }] },
    ]),
  });
  renderTeacher(<RunningSessions sessions={[sessionOf()]} />);
  const link = await screen.findByRole('link', { name: '2 students need help' });
  expect(link.getAttribute('href')).toBe(`/teacher/sessions/${sessionId}?show=help`);
});
