import { afterEach, expect, test } from '@jest/globals';
import { fakeApi, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import { Frame } from '../src/frame/frame.tsx';
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
