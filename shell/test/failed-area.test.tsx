import { afterEach, expect, test } from '@jest/globals';
import { answer, fakeApi, lostConnection, type Answer } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { FailedArea } from '../src/remotes/failed-area.tsx';
import { renderShell } from './support/render-shell.tsx';

afterEach(cleanup);

const PROBE = 'HEAD /remotes.json';
const open = (server: Answer, incompatible = false) => {
  const api = fakeApi({ [PROBE]: server });
  renderShell(<FailedArea incompatible={incompatible} onRetry={() => undefined} />, '/teacher');
  return api;
};

test('mentions the other areas once the server has answered', async () => {
  open(answer());
  expect(screen.getByRole('alert').textContent).toMatch(/^This area is unavailable right now/);
  expect(screen.queryByText(/other areas/)).toBeNull();
  expect(await screen.findByText('The server answers, so other areas may work.')).toBeTruthy();
});

test('says that the server cannot be reached', async () => {
  open(lostConnection);
  expect(await screen.findByText(/^The server cannot be reached right now/)).toBeTruthy();
  expect(screen.queryByText(/area/)).toBeNull();
});

test('promises nothing about other areas while the server fails', async () => {
  const api = open(answer(undefined, 502));
  await waitFor(() => expect(api.sentTo(PROBE)).toHaveLength(1));
  expect(screen.queryByText(/other areas/)).toBeNull();
});

test('explains an area of another version', async () => {
  open(answer(), true);
  expect(await screen.findByText(/different versions/)).toBeTruthy();
});
