import { afterEach, expect, test } from '@jest/globals';
import { cleanup, renderHook } from '@testing-library/react';
import { useCancelOnClose } from '../src/use-cancelable-mutation.ts';

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

test.each([
  ['cancels its request if it closes', '/', 1],
  ['lets its request finish if the user leaves the page', '/courses', 0],
])('a form %s', (_what, path, canceled) => {
  let count = 0;
  const cancel = () => void (count += 1);
  const { unmount } = renderHook(() => useCancelOnClose({ cancel }));
  window.history.pushState(null, '', path);
  unmount();
  expect(count).toBe(canceled);
});
