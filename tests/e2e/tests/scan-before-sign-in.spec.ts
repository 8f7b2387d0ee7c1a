import type { Page } from '@playwright/test';
import { request, type Member } from '../support/campus.ts';
import { fillLogin } from '../support/forms.ts';
import { expect, test } from '../support/test.ts';
import { freshScan, runningClass, type World } from '../support/world.ts';

const KEPT = 'Your scan is saved. Sign in within 3 minutes.';
const KEPT_TO_REGISTER = 'Your scan is saved. Register within 3 minutes.';

const signIn = async (page: Page, { email }: Member): Promise<void> => {
  await fillLogin(page, email);
  await page.getByRole('button', { name: 'Login' }).click();
};
const codeIn = (scanned: string): string => scanned.split('/').at(-1) ?? '';

const expireCode = async (
  url: string,
  campus: Parameters<typeof freshScan>[0],
  world: World,
): Promise<void> => {
  // The server does not replace a code that was issued moments ago, so the first requests may return the same
  // code.
  await expect.poll(() => freshScan(campus, world)).not.toBe(world.scanned);
  const path = `/api/sessions/verify/${codeIn(world.scanned)}`;
  const verify = () => request(url, 'GET', path, { token: world.teacher.token });
  await expect.poll(async () => (await verify()).status, { timeout: 30_000 }).toBeGreaterThanOrEqual(400);
};

test('A student can still mark if the code expires during the sign-in', async ({ page, campus, url }) => {
  const world = await runningClass(campus);
  await page.goto(world.scanned);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(KEPT)).toBeVisible();
  await page.getByRole('link', { name: 'No account yet? Register' }).click();
  await expect(page.getByText(KEPT_TO_REGISTER)).toBeVisible();
  await page.reload();
  await expect(page.getByText(KEPT_TO_REGISTER)).toBeVisible();
  await page.getByRole('link', { name: 'Already registered? Login' }).click();
  await expireCode(url, campus, world);

  await signIn(page, world.student);
  await expect(page).toHaveURL((address) => address.pathname === world.scanned);
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(page.getByText('Attendance Marked!')).toBeVisible();
});

test('A scan cannot be used in another browser', async ({ page, browser, campus, url }) => {
  const world = await runningClass(campus);
  await page.goto(world.scanned);
  await expect(page.getByText(KEPT)).toBeVisible();
  const key = `scan-before-sign-in:${codeIn(world.scanned)}`;
  const scan = await page.evaluate((name) => sessionStorage.getItem(name), key);
  expect(scan).toBeTruthy();
  await expireCode(url, campus, world);

  const friend = await browser.newPage({ baseURL: url });
  await friend.goto('/');
  await friend.evaluate(([name, text]) => sessionStorage.setItem(name ?? '', text ?? ''), [key, scan]);
  await friend.goto(world.scanned);
  await signIn(friend, world.student);
  await expect(friend.getByText('Invalid QR code or session not found')).toBeVisible();
  await friend.close();
});

test('A wrong code is reported by the marking page after the sign-in', async ({ page, campus }) => {
  const student = await campus.student();
  await page.goto('/attendance/ZZZZZZZZ');
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, student);
  await expect(page).toHaveURL(/\/attendance\/ZZZZZZZZ$/);
  await expect(page.getByText('Invalid QR code or session not found')).toBeVisible();
});
