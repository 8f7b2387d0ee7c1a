import { afterEach, expect, test } from '@jest/globals';
import { chooseLanguage } from '@qr-attendance/web-kit';
import { answer, fakeApi } from '@qr-attendance/web-kit/testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useIdentityState } from '../src/identity/identity-context.ts';
import { student } from './support/people.ts';
import { renderShell } from './support/render-shell.tsx';

const RENEW = 'POST /api/auth/refresh';
const Who = () => <p>{useIdentityState().state.status}</p>;
const start = () => {
  const server = fakeApi({ 'GET /api/auth/me': answer(student), [RENEW]: answer({ token: 'next' }) });
  renderShell(<Who />, '/');
  return server;
};

afterEach(async () => {
  cleanup();
  await chooseLanguage('en');
  localStorage.clear();
});

test('a chosen language changes the language of emails for a signed-in user', async () => {
  localStorage.setItem('token', 'stored');
  const server = start();
  expect(await screen.findByText('signed-in')).toBeTruthy();
  expect(server.sentTo(RENEW)).toEqual([]);
  await act(() => chooseLanguage('de'));
  await waitFor(() => expect(server.sentTo(RENEW)).toHaveLength(1));
  expect(server.sentTo(RENEW)[0]?.headers['accept-language']).toBe('de');
  await waitFor(() => expect(localStorage.getItem('token')).toBe('next'));
});

test('a chosen language applies only in the browser for a visitor', async () => {
  const server = start();
  expect(await screen.findByText('anonymous')).toBeTruthy();
  await act(() => chooseLanguage('de'));
  expect(document.documentElement.lang).toBe('de');
  expect(server.sent).toEqual([]);
});
