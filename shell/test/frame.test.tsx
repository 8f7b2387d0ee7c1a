import { afterEach, describe, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Frame } from '../src/frame/frame.tsx';
import { teacher } from './support/people.ts';
import { renderShell } from './support/render-shell.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.signature`;
const openWith = (token: string) => {
  localStorage.setItem('token', token);
  fakeApi({}).hold();
  return renderShell(<Frame>My account</Frame>, '/account');
};

test('reserves space for the navigation on every page while the stored token is checked', () => {
  const { container } = openWith(tokenOf({ userType: 'TEACHER' }));
  expect(screen.getByRole('navigation')).toBeTruthy();
  expect(container.querySelector('.frame-teacher')).not.toBeNull();
});

test.each([['of no form'], [tokenOf({})], [tokenOf({ userType: 7 })], [tokenOf({ userType: 'WIZARD' })]])(
  'shows no navigation for an unusable token: %s',
  (token) => {
    openWith(token);
    expect(screen.getByText('My account')).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
  },
);

test('links to the new address of a system that has moved', async () => {
  localStorage.setItem('token', tokenOf({}));
  const address = 'https://laptop.local:8080';
  fakeApi({
    'GET /api/auth/me': refusal(410, `This system is at ${address} now. Open it there.`, {
      code: 'moved',
      address,
    }),
  });
  renderShell(<Frame>My account</Frame>, '/account?tab=1');
  const link = await screen.findByRole('link', { name: address });
  expect(link.getAttribute('href')).toBe(`${address}/account?tab=1`);
  expect(screen.getByText(/This system has moved to another address/)).toBeTruthy();
});

describe('a sign-in that ends within hours', () => {
  const HOUR = 3_600;
  const EXTEND = callOf(routes.auth.extendSignIn);
  const RENEW = callOf(routes.auth.refreshToken);
  const endingIn = (hours: number) => {
    const iat = Math.floor(Date.now() / 1_000);
    return tokenOf({ sub: teacher.user._id, iat, exp: iat + 900, signInEnds: iat + hours * HOUR });
  };
  const signedIn = async (token: string, path = '/teacher') => {
    localStorage.setItem('token', token);
    const server = fakeApi({
      [callOf(routes.auth.getMe)]: answer(teacher),
      [EXTEND]: answer(undefined, 204),
    });
    renderShell(<Frame>A class</Frame>, path);
    await screen.findByRole('button', { name: 'Logout' });
    return server;
  };

  test('is announced on the page, and extended there by a proof', async () => {
    const server = await signedIn(endingIn(3));
    const button = await screen.findByRole('button', { name: 'Stay signed in' });
    expect(screen.getByText(/^For your security, your sign-in ends on /)).toBeTruthy();
    server.give(RENEW, answer({ token: endingIn(168) }));
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull());
    expect(server.sentTo(EXTEND)).toHaveLength(1);
    expect(screen.getByText('A class')).toBeTruthy();
  });

  test('shows why it could not be extended', async () => {
    const server = await signedIn(endingIn(1));
    server.give(EXTEND, refusal(409, 'Not now.'));
    await userEvent.click(await screen.findByRole('button', { name: 'Stay signed in' }));
    expect(await screen.findByText('Not now.')).toBeTruthy();
  });

  test.each([
    ['before that', endingIn(5), '/teacher'],
    ['while a student marks', endingIn(1), '/attendance/K7M29QXB'],
    ['with a server of the previous release', tokenOf({ sub: teacher.user._id }), '/teacher'],
  ])('is not announced %s', async (_when, token, path) => {
    await signedIn(token, path);
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
  });
});
