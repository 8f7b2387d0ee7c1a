import { afterEach, expect, test } from '@jest/globals';
import { QUEUE_PLACE_HEADER } from '@qr-attendance/contracts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { LoginPage } from '../src/pages/login-page.tsx';
import { answer, refusal, fakeApi, type Answer } from '@qr-attendance/web-kit/testing';
import { student } from './support/people.ts';
import { renderShell } from './support/render-shell.tsx';

const LOGIN = 'POST /api/auth/login';
const queued = (position: number, waitSeconds: number): Answer =>
  refusal(503, 'Many sign in just now.', {
    code: 'sign_in_queued',
    queuePlace: `place-${position}`,
    position,
    waitSeconds,
  });

const signIn = (first: Answer) => {
  const server = fakeApi({ [LOGIN]: first });
  renderShell(
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="*" element={null} />
    </Routes>,
    '/login',
  );
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type('Email', 'grace@campus.example');
  type('Password', 'correct horse');
  fireEvent.click(screen.getByText('Login', { selector: 'button *' }));
  return server;
};
const places = ({ sent }: ReturnType<typeof fakeApi>) =>
  sent.filter(({ call }) => call === LOGIN).map(({ headers }) => headers[QUEUE_PLACE_HEADER]);

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('shows the queue position and resubmits the sign-in with it until there is a final response', async () => {
  const server = signIn(queued(312, 1));
  expect(await screen.findByText(/^You are number 312 in line\. Trying again in \d s\.$/)).toBeTruthy();
  server.give(LOGIN, queued(40, 1));
  expect(await screen.findByText(/^You are number 40 in line/)).toBeTruthy();
  server.give(LOGIN, answer({ token: 'fresh', ...student }));
  await waitFor(() => expect(screen.getByLabelText('address').textContent).toBe('/student'));
  // On a busy machine, a position may be sent again before the next answer is ready.
  expect([...new Set(places(server))]).toEqual([undefined, 'place-312', 'place-40']);
});

test('explains that wrong passwords on the network are the reason, and offers a sign-in link', async () => {
  signIn(
    refusal(503, 'Many wrong passwords.', {
      code: 'sign_in_slowed',
      queuePlace: 'place-3',
      position: 3,
      waitSeconds: 600,
    }),
  );
  expect(
    await screen.findByText(/^Many wrong passwords come from your network.*sign-in link by email/),
  ).toBeTruthy();
});

test('restores the form and sends nothing more when the user stops waiting', async () => {
  const server = signIn(queued(312, 600));
  fireEvent.click(await screen.findByText('Stop waiting'));
  await waitFor(() => expect(screen.queryByText(/in line/)).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('grace@campus.example');
  expect(screen.getByLabelText<HTMLInputElement>('Email').disabled).toBe(false);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(places(server)).toHaveLength(1);
});

test('retries after the time set by a busy server if there is no queue', async () => {
  const server = signIn(refusal(503, 'Later', {}, { 'retry-after': '1' }));
  expect(await screen.findByText(/^The server is busy, trying again in \d s$/)).toBeTruthy();
  server.give(LOGIN, answer({ token: 'fresh', ...student }));
  await waitFor(() => expect(screen.getByLabelText('address').textContent).toBe('/student'));
});
