import type { Page, Route } from '@playwright/test';
import type { Campus } from '../support/campus.ts';
import { signInWithCookie } from '../support/sign-in-as.ts';
import { expect, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

const RENEWAL = '**/api/auth/refresh';
const BUSY = /^The server is busy, trying again/;

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'));
const outliveToken = (page: Page) => page.evaluate(() => localStorage.setItem('token', 'over'));

/**
 * Lets a test answer the n-th renewal (from 1) itself; renewals for which `fate` returns undefined reach the
 * server.
 */
const interceptCalls = async (
  page: Page,
  fate: (route: Route, count: number) => Promise<unknown> | undefined,
) => {
  const count = { sent: 0 };
  await page.route(RENEWAL, (route) => fate(route, (count.sent += 1)) ?? route.continue());
  return count;
};
const refuse = (route: Route, status: number) =>
  route.fulfill({ status, headers: { 'retry-after': '1' }, contentType: 'application/json', body: '{}' });

const expectToBeAt = async (page: Page, path: string, heading: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === path);
  expect(await tokenOf(page)).not.toBe('over');
  await expect(page.getByText(BUSY)).toHaveCount(0);
};

const startHistory = async (page: Page, campus: Campus): Promise<void> => {
  await signInWithCookie(page, await campus.student());
  await outliveToken(page);
};

for (const status of [429, 503, 408])
  test(`Two ${status} responses to a renewal sign nobody out, and the renewal is repeated`, async ({
    page,
    campus,
  }) => {
    await startHistory(page, campus);
    const count = await interceptCalls(page, (route, n) => (n <= 2 ? refuse(route, status) : undefined));
    await page.goto('/student/history');
    await expect(page.getByText(BUSY)).toBeVisible();
    await expectToBeAt(page, '/student/history', 'Attendance History');
    expect(count.sent).toBe(3);
  });

test('A renewal without a response is repeated and signs nobody out', async ({ page, campus }) => {
  await startHistory(page, campus);
  const count = await interceptCalls(page, (_route, n) => (n === 1 ? Promise.resolve() : undefined));
  await page.goto('/student/history');
  await expectToBeAt(page, '/student/history', 'Attendance History');
  expect(count.sent).toBe(2);
});

test('A renewal whose response was lost succeeds 14 seconds later and signs nobody out', async ({
  page,
  context,
  campus,
}) => {
  await startHistory(page, campus);
  let lostAt = 0;
  const lose = async (route: Route) => {
    const cookies = await context.cookies();
    const answer = await route.fetch();
    expect(answer.status()).toBe(200);
    lostAt = Date.now();
    // The browser received neither the answer nor its cookie.
    await context.addCookies(cookies);
    await route.abort('connectionreset');
  };
  await interceptCalls(page, (route, n) => {
    if (n === 1) return lose(route);
    return Date.now() - lostAt < 14_000 ? refuse(route, 503) : undefined;
  });
  await page.goto('/student/history');
  await expectToBeAt(page, '/student/history', 'Attendance History');
});

test('A mark waits for a renewal while the server is busy, and then continues by itself', async ({
  page,
  campus,
}) => {
  const { student, scanned } = await runningClass(campus);
  await signInWithCookie(page, student);
  await page.goto(scanned);
  const mark = page.getByRole('button', { name: 'Mark My Attendance' });
  await expect(mark).toBeVisible();
  // The test intercepts renewals before the press, because the app may need its token earlier.
  const count = await interceptCalls(page, (route, n) => (n <= 2 ? refuse(route, 503) : undefined));
  await outliveToken(page);
  await mark.click();
  await expectToBeAt(page, scanned, 'Attendance Marked!');
  expect(count.sent).toBe(3);
});

test('A live roster shows an interruption while its token cannot be renewed, and is then live again', async ({
  page,
  campus,
}) => {
  const world = await runningClass(campus);
  const { teacher, course, session } = world;
  await signInWithCookie(page, teacher);
  const begin = Date.now();
  const isDown = () => Date.now() - begin < 12_000;
  const count = await interceptCalls(page, (route) => (isDown() ? refuse(route, 503) : undefined));
  // Only the stream gets the 401, so that the test can observe the renewal.
  await page.route('**/api/attendance/live?*', (route) =>
    count.sent === 0 || isDown()
      ? route.fulfill({
          status: 401,
          contentType: 'application/json',
          body: '{"error":"Please sign in first.","code":"not_signed_in","requestId":"r-1"}',
        })
      : route.continue(),
  );
  const arrive = async (name: string) => {
    const student = await campus.student(name);
    await campus.enroll(student, course);
    await campus.call('POST', '/api/auth/update-security', student.token, {
      securityPreferences: {
        requirePin: false,
        requireBiometric: false,
        requireDeviceVerification: false,
        requireSelfie: false,
      },
    });
    const { ticket } = await campus.scan(student, session.qrCode ?? '');
    await campus.mark(student, { ticket });
  };
  const interrupted = page.getByText('Live updates are interrupted. Refreshing every 5 s.');
  const before = await tokenOf(page);
  await page.goto(`/teacher/sessions/${session._id}`);
  await expect(interrupted).toBeVisible();
  await arrive('Alan Turing');
  await expect(page.getByText('Alan Turing')).toBeVisible();
  await expect(interrupted).toHaveCount(0, { timeout: 45_000 });
  await arrive('Barbara Liskov');
  await expect(page.getByText('Barbara Liskov')).toBeVisible();
  await expect(page.getByText('Alan Turing')).toBeVisible();
  expect(await tokenOf(page)).not.toBe(before);
  await expect(page).toHaveURL((url) => url.pathname === `/teacher/sessions/${session._id}`);
});
