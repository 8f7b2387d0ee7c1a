import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useWakeLock } from '../src/use-wake-lock.ts';

let visibility: DocumentVisibilityState;
let locks: { released: boolean; release: () => Promise<void> }[];

/** The simulated lock of the browser is granted only to visible pages, and released when the page is hidden. */
const request = jest.fn(async () => {
  if (visibility !== 'visible') throw new DOMException('hidden', 'NotAllowedError');
  const lock = { released: false, release: async () => void (lock.released = true) };
  locks.push(lock);
  return lock;
});
const show = (state: DocumentVisibilityState) =>
  act(async () => {
    visibility = state;
    if (state === 'hidden') for (const lock of locks) lock.released = true;
    document.dispatchEvent(new Event('visibilitychange'));
  });
const install = (wakeLock: unknown) =>
  Object.defineProperty(navigator, 'wakeLock', { value: wakeLock, configurable: true });
const heldLocks = () => locks.filter(({ released }) => !released).length;

beforeEach(() => {
  visibility = 'visible';
  locks = [];
  request.mockClear();
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  install({ request });
});
afterEach(() => void jest.restoreAllMocks());

describe('a wake lock', () => {
  test('is held while active, and released at the end', async () => {
    const { rerender, unmount } = renderHook(({ active }) => useWakeLock(active), {
      initialProps: { active: false },
    });
    expect(request).not.toHaveBeenCalled();
    await act(async () => rerender({ active: true }));
    expect(heldLocks()).toBe(1);
    await act(async () => rerender({ active: false }));
    expect(heldLocks()).toBe(0);
    await act(async () => rerender({ active: true }));
    await act(async () => unmount());
    expect(heldLocks()).toBe(0);
  });

  test('is requested again when the page becomes visible, and only then', async () => {
    const { unmount } = renderHook(() => useWakeLock(true));
    await show('visible');
    expect(request).toHaveBeenCalledTimes(1);
    await show('hidden');
    expect(heldLocks()).toBe(0);
    await show('visible');
    expect(heldLocks()).toBe(1);
    await act(async () => unmount());
    await show('visible');
    expect(heldLocks()).toBe(0);
  });

  test('is released if it is granted after the page was left', async () => {
    const { unmount } = renderHook(() => useWakeLock(true));
    await act(async () => unmount());
    expect(heldLocks()).toBe(0);
  });

  test.each([
    ['refused', { request: () => Promise.reject(new DOMException('battery', 'NotAllowedError')) }],
    ['unsupported', undefined],
  ])('is optional if it is %s', async (_how, wakeLock) => {
    install(wakeLock);
    const { unmount } = renderHook(() => useWakeLock(true));
    await show('hidden');
    await show('visible');
    await act(async () => unmount());
  });
});
