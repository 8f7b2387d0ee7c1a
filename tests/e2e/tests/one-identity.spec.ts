import type { BrowserContext, Page } from '@playwright/test';
import type { Campus, Member } from '../support/campus.ts';
import { request } from '../support/campus.ts';
import { enterPin, fillLogin } from '../support/forms.ts';
import { signInWithCookie } from '../support/sign-in-as.ts';
import { expect, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

/** Signs in with the form, so that the browser also gets the refresh cookie. */
const signIn = async (page: Page, { email }: Member): Promise<void> => {
  await page.goto('/login');
  await fillLogin(page, email);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
};

const signInElsewhere = async (page: Page, member: Member): Promise<void> =>
  signInWithCookie(await page.context().newPage(), member);

const refreshCookies = async (context: BrowserContext, url: string) =>
  (await context.cookies(`${url}/api/auth/refresh`)).filter(({ name }) => name.startsWith('qr_refresh'));

const twoStudents = async (campus: Campus) =>
  Promise.all([campus.student('Ada First'), campus.student('Alan Second')]);

test('A tab switches to the person who signs in in another tab, and says so', async ({ page, campus }) => {
  const [ada, alan] = await twoStudents(campus);
  await signIn(page, ada);
  await expect(page.getByText('Ada First').first()).toBeVisible();
  await signInElsewhere(page, alan);
  await expect(page.getByText('You are now signed in as Alan Second')).toBeVisible();
  await page.getByRole('link', { name: 'History' }).first().click();
  await expect(page.getByText('You are now signed in as')).toHaveCount(0);
  await expect(page.getByText('Ada First')).toHaveCount(0);
});

test('A page never sends requests as a person whom it does not show', async ({ page, campus }) => {
  const [ada, alan] = await twoStudents(campus);
  const course = await campus.course(await campus.teacher());
  await signIn(page, ada);
  await page.goto('/student/enroll');
  const enroll = page.locator('.ui-card', { hasText: course.code }).getByRole('button');
  await expect(enroll).toBeVisible();
  // Sets the token without the storage event that notifies other tabs.
  await page.evaluate((token) => localStorage.setItem('token', token), alan.token);
  await enroll.click();
  await expect(page.getByText('You are now signed in as Alan Second')).toBeVisible();
  for (const { token } of [ada, alan]) expect(await campus.call('GET', '/api/courses', token)).toEqual([]);
});

test('A response that arrives after the sign-out does not sign the person in again', async ({
  page,
  campus,
}) => {
  const [ada] = await twoStudents(campus);
  await signIn(page, ada);
  let answerMe = () => undefined as void;
  const gate = new Promise<void>((resolve) => (answerMe = resolve));
  await page.route('**/api/auth/me', async (route) => {
    const answer = await route.fetch();
    await gate;
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  // The request may start before the navigation is reported as committed.
  const asked = page.waitForRequest('**/api/auth/me');
  await page.goto('/student/security', { waitUntil: 'commit' });
  await asked;
  const other = await page.context().newPage();
  await other.goto('/remotes.json');
  await other.evaluate(() => localStorage.removeItem('token'));
  answerMe();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
});

test('A sign-out started offline is completed once the network is back', async ({
  page,
  context,
  campus,
  url,
}) => {
  const [ada] = await twoStudents(campus);
  await signIn(page, ada);
  const cookie = (await refreshCookies(context, url)).map(({ name, value }) => `${name}=${value}`);
  expect(cookie).not.toEqual([]);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await context.setOffline(false);
  await expect.poll(async () => (await refreshCookies(context, url)).length).toBe(0);
  const headers = { cookie: cookie.join('; '), 'x-requested-with': 'qr-attendance' };
  const renewed = await request(url, 'POST', '/api/auth/refresh', { headers });
  expect(renewed.status).toBe(401);
});

test('A page that was closed before its sign-out was confirmed completes it when reopened', async ({
  page,
  context,
  campus,
  url,
}) => {
  const [ada] = await twoStudents(campus);
  await signIn(page, ada);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  expect(await refreshCookies(context, url)).not.toEqual([]);
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto('/');
  await expect.poll(async () => (await refreshCookies(context, url)).length).toBe(0);
});

test('Signing out removes the tickets', async ({ page, campus }) => {
  const world = await runningClass(campus, { preferences: { requirePin: true } });
  await signIn(page, world.student);
  await page.goto(world.scanned);
  // Waits until the app has replaced the prerendered page.
  await expect(page.locator('#root[data-first-page]')).toHaveCount(0);
  await enterPin(page);
  const tickets = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('attendance-scan')));
  expect(await tickets()).toHaveLength(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  expect(await tickets()).toEqual([]);
});
