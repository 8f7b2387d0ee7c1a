import { afterEach, expect, jest, test } from '@jest/globals';
import { answer } from '@qr-attendance/web-kit/testing';
import { simulateSecureContext } from '@qr-attendance/web-kit/testing/secure-browser';
import { act, cleanup, screen } from '@testing-library/react';
import { open, scan, VERIFY } from './open-marking.tsx';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('the marking page redeems the code and shows the steps although the browser’s storage hangs', async () => {
  simulateSecureContext();
  jest.useFakeTimers();
  jest.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest());
  const { sent } = open({ answers: { [VERIFY]: [answer(scan)] } });
  await act(() => jest.advanceTimersByTimeAsync(6_000));
  expect(await screen.findByText('PIN Verification')).toBeTruthy();
  expect(sent.map(({ call }) => call)).toEqual([VERIFY]);
});
