import { afterEach, describe, expect, test } from '@jest/globals';
import { routes, type RosterCounts, type Session } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, lostConnection, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { ProjectorPage } from '../src/features/session/pages/projector-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { sessionId as id, sessionOf } from './samples.ts';

const running = sessionOf({
  qrCode: 'ABCD1234',
  codeExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  refreshInterval: 60,
});
const start = (session: Session | undefined, counts: RosterCounts = { students: 3, marked: 2 }) => {
  const server = fakeApi({
    [callOf(routes.session.getSession)]: session ? answer(session) : refusal(404, '', { code: 'not_found' }),
    [callOf(routes.attendance.countRoster)]: answer(counts),
    [callOf(routes.attendance.streamAttendance)]: lostConnection,
  });
  renderTeacher(
    <Routes>
      <Route path="/teacher/sessions/:sessionId/projector" element={<ProjectorPage />} />
      <Route path="/teacher/sessions/:sessionId" element={<p>the session’s page</p>} />
    </Routes>,
    `/sessions/${id}/projector`,
  );
  return server;
};

afterEach(cleanup);

describe('the projector view', () => {
  test('shows the QR code, the typed code, the course, a countdown and how many have marked', async () => {
    start(running);
    const qr = await screen.findByRole('img', { name: 'QR code to mark attendance' });
    expect(qr.getAttribute('data-qr')).toBe(`${location.origin}/attendance/ABCD1234`);
    const groups = [...screen.getByTestId('typed-code').children].map((group) => group.textContent);
    expect(groups).toEqual(['ABCD', '1234']);
    expect(screen.getByText('CS201')).toBeTruthy();
    expect(screen.getByText('Algorithms')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('New code in 60 s');
    expect(await screen.findByText('2 of 3 students marked')).toBeTruthy();
  });

  test('shows where to type the code, and when students become late', async () => {
    start({ ...running, lateFrom: '2026-09-14T09:10:00.000Z' });
    expect(await screen.findByText(`${location.host}/go`)).toBeTruthy();
    expect(screen.getByText(/Phones cannot open “localhost”/)).toBeTruthy();
    expect(screen.getByText(/^Late from \d+:10/)).toBeTruthy();
  });

  test('requests only the two counts, and repeats that while the stream is interrupted', async () => {
    const server = start(running, { students: 2, marked: 1 });
    expect(await screen.findByText('1 of 2 students marked')).toBeTruthy();
    server.give(callOf(routes.attendance.countRoster), answer({ students: 2, marked: 2 }));
    expect(await screen.findByText('2 of 2 students marked', {}, { timeout: 20_000 })).toBeTruthy();
    expect(server.sentTo(callOf(routes.attendance.getRoster))).toEqual([]);
    for (const { query } of server.sentTo(callOf(routes.attendance.streamAttendance)))
      expect(query).toEqual({ sessionId: id, only: 'changes' });
  });

  test('shows no late time if the session has none', async () => {
    start(running);
    await screen.findByTestId('typed-code');
    expect(screen.queryByText(/^Late from/)).toBeNull();
  });

  test('shows that the session has ended instead of a code', async () => {
    const { qrCode: _dead, ...ended } = running;
    start({ ...ended, active: false });
    expect(await screen.findByText('This class has ended.')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('shows when a scheduled session starts, and its code once it is valid', async () => {
    const startTime = new Date(Date.now() + 600_000).toISOString();
    const { qrCode: _closed, ...closed } = { ...running, startTime, state: 'scheduled' };
    start(closed);
    expect(await screen.findByText(/^Starts /)).toBeTruthy();
    expect(screen.queryByText(/marked/)).toBeNull();
    expect(screen.queryByRole('img')).toBeNull();
    cleanup();
    start({ ...running, startTime, state: 'scheduled' });
    expect(await screen.findByRole('img', { name: 'QR code to mark attendance' })).toBeTruthy();
    expect(screen.getByText(/^Starts /)).toBeTruthy();
  });

  test('shows that the class was canceled', async () => {
    const { qrCode: _dead, ...canceled } = running;
    start({ ...canceled, active: false, state: 'canceled' });
    expect(await screen.findByText('This class was canceled.')).toBeTruthy();
  });

  test('shows that the session does not exist', async () => {
    start(undefined);
    expect(await screen.findByText('Session not found')).toBeTruthy();
  });

  test.each([
    ['Close', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['Escape', () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))],
    ['leaving full screen', () => fireEvent(document, new Event('fullscreenchange'))],
  ])('returns to the session through %s', async (_by, leave) => {
    start(running);
    await screen.findByTestId('typed-code');
    leave();
    expect(await screen.findByText('the session’s page')).toBeTruthy();
  });
});
