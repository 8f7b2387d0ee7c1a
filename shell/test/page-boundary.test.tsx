import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fakeApi } from '@qr-attendance/web-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';
import { antdPage } from '../src/antd/lazy-theme.tsx';
import { PageBoundary } from '../src/frame/page-boundary.tsx';
import { renderShell } from './support/render-shell.tsx';

beforeEach(() => {
  // React logs the failed load.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

test('a page that failed to load is retried by the next navigation to it', async () => {
  fakeApi({});
  let isUp = false;
  const Register = antdPage(async () => {
    if (!isUp) throw new Error('The chunk is missing.');
    return () => <h1>Register</h1>;
  });
  renderShell(
    <>
      <Link to="/register">Register</Link>
      <Link to="/">Home</Link>
      <PageBoundary>
        <Routes>
          <Route index element={<h1>Welcome</h1>} />
          <Route path="register" element={<Register />} />
        </Routes>
      </PageBoundary>
    </>,
    '/register',
  );
  const open = (name: string) => userEvent.click(screen.getByRole('link', { name }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  await open('Home');
  expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeTruthy();
  isUp = true;
  await open('Register');
  expect(await screen.findByRole('heading', { name: 'Register' })).toBeTruthy();
});
