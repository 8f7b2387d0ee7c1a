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

test('says that the area is unavailable', async () => {
  const api = open(answer());
  await waitFor(() => expect(api.sentTo(PROBE)).toHaveLength(1));
  expect(screen.getByRole('alert').textContent).toMatch(/^This area is unavailable right now/);
});

test('says that the server cannot be reached', async () => {
  open(lostConnection);
  expect(await screen.findByText(/^The server cannot be reached right now/)).toBeTruthy();
  expect(screen.queryByText(/area/)).toBeNull();
});

test('explains an area of another version', async () => {
  open(answer(), true);
  expect(await screen.findByText(/different versions/)).toBeTruthy();
});
