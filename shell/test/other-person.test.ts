import { expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { callOf, fakeApi, refusal } from '@qr-attendance/web-kit/testing';
import { waitFor } from '@testing-library/react';
import { createApi } from '../src/identity/create-api.ts';
import { tokenStore } from '../src/identity/token-store.ts';

const tokenOf = (sub: string) => `header.${btoa(JSON.stringify({ sub }))}.signature`;
const CREATE = callOf(routes.course.createCourse);

test('A change is not sent if another person signs in in another tab during a token renewal', async () => {
  tokenStore.set('ada');
  const server = fakeApi({
    [CREATE]: refusal(401),
    [callOf(routes.auth.refreshToken)]: refusal(503, '', { code: 'overloaded' }, { 'retry-after': '60' }),
  });
  const waiting = Promise.withResolvers<void>();
  const { api } = createApi({
    onSignedOut: () => undefined,
    onRetry: (retry) => retry && waiting.resolve(),
    prover: () => ({ email: '', hasPasskey: false }),
    reloadIfOtherUser: (token) => token === 'alan',
  });
  const body = { name: 'Algorithms', code: 'CS201', semester: 3 };
  const created = api.call(routes.course.createCourse, { body });
  await waiting.promise;
  localStorage.setItem('token', 'alan');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await expect(created).rejects.toMatchObject({ code: 'other_person' });
  expect(server.sentTo(CREATE)).toMatchObject([{ headers: { authorization: 'Bearer ada' } }]);
});

test('A change is not retried if another person signs in in the same tab before the response arrives', async () => {
  tokenStore.set(tokenOf('ada'));
  const server = fakeApi({ [CREATE]: refusal(401) });
  const { api } = createApi({
    onSignedOut: () => undefined,
    onRetry: () => undefined,
    // At this point, the page shows Alan.
    prover: () => ({ email: '', hasPasskey: false }),
    reloadIfOtherUser: () => false,
  });
  const release = server.hold();
  const body = { name: 'Algorithms', code: 'CS201', semester: 3 };
  const created = expect(api.call(routes.course.createCourse, { body })).rejects.toMatchObject({
    status: 401,
    signedOut: true,
  });
  await waitFor(() => expect(server.sentTo(CREATE)).toHaveLength(1));
  tokenStore.clear();
  tokenStore.set(tokenOf('alan'));
  release();
  await created;
  expect(server.sentTo(CREATE)).toMatchObject([{ headers: { authorization: `Bearer ${tokenOf('ada')}` } }]);
});
