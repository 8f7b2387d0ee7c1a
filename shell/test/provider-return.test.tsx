import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { student, teacher } from './support/people.ts';
import { arriveAt, press, providerPages } from './support/provider-pages.tsx';

const RENEW = callOf(routes.auth.refreshToken);
const ME = callOf(routes.auth.getMe);
const LOGOUT = callOf(routes.auth.logout);
const LOGOUT_THERE = callOf(routes.auth.logOutWithProvider);
const from = '/attendance/K7M29QXB';

const { visit, opened, start, end } = providerPages();
beforeEach(start);
afterEach(end);

describe('the page after a sign-in through a provider', () => {
  const open = (hash: string, answers: Record<string, Answers> = {}) =>
    visit(`/signed-in${hash}`, { [RENEW]: answer({ token: 'fresh' }), [ME]: answer(student), ...answers });

  test('opens the requested page', async () => {
    const server = open(`#returnTo=${encodeURIComponent(from)}`);
    await arriveAt(from);
    expect(localStorage.getItem('token')).toBe('fresh');
    expect(server.sentTo(RENEW)).toMatchObject([{ headers: { 'x-requested-with': 'qr-attendance' } }]);
  });

  test.each([
    ['no page', ''],
    ['another site', '#returnTo=https%3A%2F%2Fevil.example%2F'],
    ['another site without a scheme', '#returnTo=%2F%2Fevil.example'],
    ['a page of other people', '#returnTo=%2Fteacher'],
  ])('opens the user’s own area if %s was requested', async (_what, hash) => {
    open(hash);
    await arriveAt('/student');
  });

  test('replaces the sign-in of another user in this browser', async () => {
    localStorage.setItem('token', 'old');
    open('', {
      [ME]: ({ headers }) => answer(headers['authorization'] === 'Bearer fresh' ? student : teacher),
    });
    await arriveAt('/student');
    expect(localStorage.getItem('token')).toBe('fresh');
  });

  test('explains that the browser stores no cookies', async () => {
    open('', { [RENEW]: refusal(401, 'Sign in again.', { code: 'signed_out' }) });
    expect(await screen.findByText(/^Your browser did not keep the sign-in/)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Back to sign in' }));
    await arriveAt('/login');
  });

  test('retries while the server is busy', async () => {
    open('', {
      [RENEW]: [refusal(503, '', { code: 'overloaded' }, { 'retry-after': '1' }), answer({ token: 'fresh' })],
    });
    expect(await screen.findByText(/^The server is busy, trying again/)).toBeTruthy();
    window.dispatchEvent(new Event('online'));
    await arriveAt('/student');
  });
});

describe('a sign-in through a provider that lacks the second factor', () => {
  test('asks for the code, and then opens the requested page', async () => {
    const challenge = JSON.stringify({ code: 'second_factor_required' });
    visit(`/login#${new URLSearchParams({ challenge, returnTo: from }).toString()}`, {
      [ME]: answer(student),
      [callOf(routes.auth.finishWithSecondFactor)]: answer({ token: 'fresh', ...student }),
    });
    await userEvent.type(await screen.findByLabelText('6-digit code'), '123456');
    await arriveAt(from);
  });

  test('asks for the code even if somebody else is still signed in', async () => {
    localStorage.setItem('token', 'old');
    const challenge = JSON.stringify({ code: 'second_factor_required' });
    visit(`/login#${new URLSearchParams({ challenge, returnTo: from }).toString()}`, {
      [ME]: ({ headers }) => answer(headers['authorization'] === 'Bearer fresh' ? student : teacher),
      [callOf(routes.auth.finishWithSecondFactor)]: answer({ token: 'fresh', ...student }),
    });
    await userEvent.type(await screen.findByLabelText('6-digit code'), '123456');
    await arriveAt(from);
    expect(localStorage.getItem('token')).toBe('fresh');
  });
});

describe('signing out', () => {
  const signedIn = async (answers: Record<string, Answers>) => {
    localStorage.setItem('token', 'stored');
    const server = visit('/elsewhere', { [ME]: answer(student), ...answers });
    await press('Logout');
    await arriveAt('/');
    return server;
  };

  test('also signs out at the provider', async () => {
    const server = await signedIn({ [LOGOUT_THERE]: answer({ url: 'https://login.example.edu/logout' }) });
    await waitFor(() => expect(opened).toEqual(['https://login.example.edu/logout']));
    expect(localStorage.getItem('token')).toBeNull();
    expect(server.sentTo(LOGOUT)).toEqual([]);
  });

  test('stays in the app if the provider has no sign-out page', async () => {
    await signedIn({ [LOGOUT_THERE]: answer({ url: null }) });
    await waitFor(() => expect(localStorage.getItem('sign-out-pending')).toBeNull());
    expect(opened).toEqual([]);
  });

  test('works with a server of the previous release', async () => {
    const server = await signedIn({
      [LOGOUT_THERE]: refusal(404, 'Not found', { code: 'not_found' }),
      [LOGOUT]: answer(undefined, 204),
    });
    await waitFor(() => expect(server.sentTo(LOGOUT)).toHaveLength(1));
    await waitFor(() => expect(localStorage.getItem('sign-out-pending')).toBeNull());
  });

  test('does not open the provider’s page after a failed first request', async () => {
    const server = await signedIn({
      [LOGOUT_THERE]: answer(null, 503),
      [LOGOUT]: answer(undefined, 204),
    });
    await waitFor(() => expect(server.sentTo(LOGOUT)).toHaveLength(1));
    expect(server.sentTo(LOGOUT_THERE)).toHaveLength(1);
    expect(opened).toEqual([]);
  });
});
