import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { routes, SCAN_PROOF_HEADER } from '@qr-attendance/contracts';
import { cacheScan, deviceKey, receiveScan, type ApiError } from '@qr-attendance/web-kit';
import {
  answer,
  callOf,
  fakeApi,
  lostConnection,
  refusal,
  type Answers,
} from '@qr-attendance/web-kit/testing';
import { verifiedScan } from '@qr-attendance/web-kit/testing/verified-scan';
import { simulateSecureContext } from '@qr-attendance/web-kit/testing/secure-browser';
import { signIfNewScan, startEarlyCalls } from '../../packages/page-start/src/browser/start-early-calls.ts';
import { earlyShell } from '../src/early/early-shell.ts';
import { createApi } from '../src/identity/create-api.ts';
import { savedScan } from '../src/scan/saved-scan.ts';
import { student } from './support/people.ts';

const ME = callOf(routes.auth.getMe);
const REFRESH = callOf(routes.auth.refreshToken);
const VERIFY = callOf(routes.session.verifyCode);
const CODE = 'ABCD2345';
const MARK_PAGE = `/attendance/${CODE}`;

const tokenFor = (name: string, minutesLeft = 10): string => {
  const exp = Math.floor(Date.now() / 1_000) + minutesLeft * 60;
  return `${name}.${btoa(JSON.stringify({ iat: exp - 900, exp })).replaceAll('=', '')}.signature`;
};
const bearerOf = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

const open = (path: string, token: string, answers: Record<string, Answers> = {}) => {
  localStorage.setItem('token', token);
  const server = fakeApi({
    [ME]: answer(student),
    [VERIFY]: answer(verifiedScan()),
    [REFRESH]: answer({ token: 'new' }),
    ...answers,
  });
  const signedOut: ApiError[] = [];
  startEarlyCalls({ path, language: 'de', proving: signIfNewScan(path, earlyShell) }, earlyShell);
  const { api } = createApi({
    onSignedOut: (why) => signedOut.push(why),
    onRetry: () => undefined,
    prover: () => ({ email: '', hasPasskey: false }),
    reloadIfOtherUser: () => false,
  });
  const verify = () =>
    api.call(routes.session.verifyCode, { params: { qrCode: CODE }, scanProof: 'own.proof' });
  return { server, signedOut, me: () => api.call(routes.auth.getMe, {}), verify };
};

/** jsdom lacks Navigation Timing. */
const arriveBy = (type: string) =>
  Object.defineProperty(performance, 'getEntriesByType', { configurable: true, value: () => [{ type }] });

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

beforeEach(async () => {
  simulateSecureContext();
  localStorage.clear();
  sessionStorage.clear();
  arriveBy('navigate');
  await deviceKey();
});

describe('early calls', () => {
  test('fetch the user and verify the code, and the app repeats neither', async () => {
    const token = tokenFor('ada');
    const { server, me, verify } = open(MARK_PAGE, token);
    expect(await me()).toMatchObject({ user: student.user });
    expect((await verify()).ticket).toBe('signed');
    expect(server.sent.map(({ call }) => call).toSorted()).toEqual([ME, VERIFY].toSorted());
    for (const request of server.sent) expect(request).toMatchObject(bearerOf(token));
    const [verification] = server.sentTo(VERIFY);
    expect(verification?.headers[SCAN_PROOF_HEADER]).toMatch(/^[\w-]+\.[\w-]+$/);
    expect(verification?.headers['accept-language']).toBe('de');
  });

  test('are used only once', async () => {
    const { server, me } = open('/', tokenFor('ada'));
    await me();
    await me();
    expect(server.sentTo(ME)).toHaveLength(2);
  });

  test('start the trace that the app continues', async () => {
    const { server, me, verify } = open('/', tokenFor('ada'));
    await me();
    await verify();
    const parents = server.sent.map(({ headers }) => headers['traceparent']?.split('-') ?? []);
    expect(parents).toHaveLength(2);
    expect(parents[0]?.[1]).toMatch(/^[0-9a-f]{32}$/);
    expect(parents[1]?.[1]).toBe(parents[0]?.[1]);
    expect(parents[1]?.[2]).not.toBe(parents[0]?.[2]);
  });

  test('renew an expired token once and use the new token', async () => {
    const { server, me, verify } = open(MARK_PAGE, tokenFor('ada', -1));
    await Promise.all([me(), verify()]);
    expect(server.sentTo(REFRESH)).toHaveLength(1);
    expect(localStorage.getItem('token')).toBe('new');
    for (const call of [ME, VERIFY]) expect(server.sentTo(call)).toMatchObject([bearerOf('new')]);
  });

  test('leave a rejected renewal to the app, which signs the user out without another request', async () => {
    const { server, me, signedOut } = open('/', tokenFor('ada', -1), {
      [ME]: refusal(401),
      [REFRESH]: refusal(401, 'Please sign in.', { code: 'signed_out' }),
    });
    await expect(me()).rejects.toMatchObject({ status: 401 });
    expect(signedOut).toHaveLength(1);
    expect(server.sentTo(REFRESH)).toHaveLength(1);
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('are repeated by the app with a new token after a 401', async () => {
    const { server, me } = open('/', tokenFor('ada'), { [ME]: [refusal(401), answer(student)] });
    expect(await me()).toMatchObject({ user: student.user });
    expect(server.sentTo(ME)).toMatchObject([{}, bearerOf('new')]);
  });

  test('are repeated by the app if there was no response', async () => {
    const { server, me } = open('/', tokenFor('ada'), { [ME]: [lostConnection, answer(student)] });
    expect(await me()).toMatchObject({ user: student.user });
    expect(server.sentTo(ME)).toHaveLength(2);
  });

  test('are not used after another user has signed in', async () => {
    const { server, verify } = open(MARK_PAGE, tokenFor('ada'));
    const bob = tokenFor('bob');
    localStorage.setItem('token', bob);
    await verify();
    expect(server.sentTo(VERIFY)[1]).toMatchObject(bearerOf(bob));
  });

  test('are not sent for a visitor', () => {
    localStorage.clear();
    const server = fakeApi({});
    startEarlyCalls({ path: MARK_PAGE, language: 'en', proving: Promise.resolve('proof') }, earlyShell);
    expect(server.sent).toEqual([]);
  });

  const withoutVerification = async () => {
    const { server, me } = open(MARK_PAGE, tokenFor('ada'));
    await me();
    expect(server.sentTo(VERIFY)).toEqual([]);
  };
  test('do not verify a code for which this tab already has a ticket', async () => {
    cacheScan({ userId: student.user._id, qrCode: CODE }, receiveScan(verifiedScan()));
    await withoutVerification();
  });
  test('do not verify a code that was scanned before the sign-in', async () => {
    savedScan.save(CODE, { scan: 'kept', expiresAt: verifiedScan().ticketExpiresAt });
    await withoutVerification();
  });
  test('leave the code to the app if the browser’s storage hangs', async () => {
    jest.useFakeTimers();
    jest.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest());
    const { server, verify } = open(MARK_PAGE, tokenFor('ada'));
    const verified = verify();
    await jest.advanceTimersByTimeAsync(5_000);
    await verified;
    expect(server.sentTo(VERIFY)).toHaveLength(1);
  });
  test('do not verify a code after a reload', async () => {
    arriveBy('reload');
    await withoutVerification();
  });
  test('create the device key on a first visit, which the app then uses', async () => {
    simulateSecureContext();
    const { server, verify } = open(MARK_PAGE, tokenFor('ada'));
    await verify();
    const [proof = ''] = server.sentTo(VERIFY)[0]?.headers[SCAN_PROOF_HEADER]?.split('.') ?? [];
    expect(JSON.parse(atob(proof.replaceAll('-', '+').replaceAll('_', '/')))).toMatchObject({
      code: CODE,
      deviceKey: (await deviceKey()).publicKey,
    });
  });
});
