import { afterEach, describe, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { RequireSignedIn } from '../src/guards/guards.tsx';
import { useIdentityState } from '../src/identity/identity-context.ts';
import { answer, refusal, fakeApi } from '@qr-attendance/web-kit/testing';
import { admin, student, teacher } from './support/people.ts';
import { renderShell } from './support/render-shell.tsx';

const ME = 'GET /api/auth/me';
const RENEW = 'POST /api/auth/refresh';

const Login = () => {
  const { state } = useIdentityState();
  return (
    <p>
      Login, then {(useLocation().state as { from?: string }).from}
      {state.status === 'signed-in' && `, as ${state.user.name}`}
    </p>
  );
};
const routes = (
  <Routes>
    <Route path="/" element={<p>Home</p>} />
    <Route path="/login" element={<Login />} />
    <Route path="/teacher/*" element={<RequireSignedIn userType="TEACHER">Teachers only</RequireSignedIn>} />
    <Route path="/student/*" element={<RequireSignedIn userType="STUDENT">Students only</RequireSignedIn>} />
    <Route path="/admin/*" element={<RequireSignedIn userType="ADMIN">Administrators</RequireSignedIn>} />
    <Route path="/attendance/*" element={<RequireSignedIn>Anyone signed in</RequireSignedIn>} />
  </Routes>
);

const visit = (path: string, { token = true, answers = {} as Parameters<typeof fakeApi>[0] } = {}) => {
  if (token) localStorage.setItem('token', 'stored');
  const server = fakeApi(answers);
  return { server, show: () => renderShell(routes, path) };
};

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('a guarded page', () => {
  test('redirects a visitor to the sign-in, and returns afterwards', async () => {
    visit('/teacher/sessions', { token: false }).show();
    expect(await screen.findByText('Login, then /teacher/sessions')).toBeTruthy();
  });

  test('shows a spinner while the stored token is checked, and then the page', async () => {
    const { server, show } = visit('/teacher', { answers: { [ME]: answer(teacher) } });
    const release = server.hold();
    show();
    expect(screen.getByRole('status', { name: 'Checking who is signed in' })).toBeTruthy();
    release();
    expect(await screen.findByText('Teachers only')).toBeTruthy();
  });

  test.each([
    ['a student', '/teacher', student],
    ['a teacher', '/student/scan', teacher],
    ['a student', '/admin', student],
    ['a teacher', '/admin/invites', teacher],
    ['an administrator', '/teacher', admin],
  ])('redirects %s home from %s', async (_who, path, me) => {
    visit(path, { answers: { [ME]: answer(me) } }).show();
    expect(await screen.findByText('Home')).toBeTruthy();
  });

  test.each([
    ['a student', student],
    ['a teacher', teacher],
    ['an administrator', admin],
  ])('is open to every signed-in user: %s', async (_who, me) => {
    visit('/attendance/K7M29QXB', { answers: { [ME]: answer(me) } }).show();
    expect(await screen.findByText('Anyone signed in')).toBeTruthy();
  });

  test('does not sign in a user whose data arrives after a sign-out in another tab', async () => {
    const { server, show } = visit('/teacher', { answers: { [ME]: answer(teacher) } });
    const release = server.hold();
    show();
    await waitFor(() => expect(server.sentTo(ME)).toHaveLength(1));
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(await screen.findByText('Login, then /teacher')).toBeTruthy();
    release();
    // The app's request is answered before this one.
    await act(async () => void (await (await fetch('/api/auth/me')).text()));
    expect(screen.getByText('Login, then /teacher')).toBeTruthy();
  });

  test('removes a token that the server rejects', async () => {
    const answers = {
      [ME]: refusal(401, 'Please sign in first.'),
      [RENEW]: refusal(401, 'Too old', { code: 'signed_out' }),
    };
    visit('/student', { answers }).show();
    expect(await screen.findByText('Login, then /student')).toBeTruthy();
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('retries automatically after the server was busy', async () => {
    const { server, show } = visit('/student', {
      answers: { [ME]: refusal(503, 'Later', {}, { 'retry-after': '1' }) },
    });
    show();
    expect(await screen.findByText(/The server is busy, trying again in \d s/)).toBeTruthy();
    server.give(ME, answer(student));
    expect(await screen.findByText('Students only')).toBeTruthy();
  });

  test('keeps a token that the server could not check, and offers a retry', async () => {
    const { server, show } = visit('/student');
    show();
    expect(await screen.findByText('Failed to load user')).toBeTruthy();
    expect(localStorage.getItem('token')).toBe('stored');
    server.give(ME, answer(student));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByText('Students only')).toBeTruthy());
  });
});
