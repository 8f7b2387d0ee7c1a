import { beforeEach, expect, test } from '@jest/globals';
import { ApiError } from '@qr-attendance/web-kit';
import { createSignOuts } from '../src/identity/sign-outs.ts';

const soon = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => localStorage.clear());

test('A failed sign-out request is not repeated during or after a sign-in', async () => {
  let revocations = 0;
  const answered = Promise.withResolvers<void>();
  const signOuts = createSignOuts(async () => {
    revocations += 1;
    throw new ApiError(503);
  });
  signOuts.begin();
  const signedOut = signOuts.finish();
  await soon();
  const signedIn = signOuts.signIn(async () => {
    await answered.promise;
    return { token: 'new' };
  });
  await soon();
  const before = revocations;
  window.dispatchEvent(new Event('online'));
  await soon();
  answered.resolve();
  await Promise.all([signedIn, signedOut]);
  expect(revocations).toBe(before);
});
