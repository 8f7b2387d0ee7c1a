import { expect, test } from '@jest/globals';
import { pause } from '../src/pause.ts';

const HOUR_MS = 3_600_000;

test('a pause whose signal is already aborted ends at once', async () => {
  await pause(HOUR_MS, AbortSignal.abort());
  expect.assertions(0);
});

test('a pause ends when its signal is aborted', async () => {
  const leaving = new AbortController();
  const paused = pause(HOUR_MS, leaving.signal);
  leaving.abort();
  await paused;
  expect.assertions(0);
});
